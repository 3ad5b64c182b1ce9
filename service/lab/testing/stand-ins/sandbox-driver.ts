import { createHash } from "node:crypto";

import { createSandbox, type SandboxApp } from "#service/integrations/platform/sandbox/app.ts";

export const ORIGIN = "http://127.0.0.1:3001";
export const ISSUER = `${ORIGIN}/oauth/`;
export const REDIRECT_URI = "http://localhost:3000/api/callback";
/** With characters that forms and headers encode differently. */
export const SECRET = "s3cret:&%";
export const VERIFIER = "v".repeat(43);
/** Start of a driver's clock, in milliseconds since 1970. */
export const START = 1_800_000_000_000;

export type Params = Record<string, string>;
/** Parameters in place of the usual ones; undefined leaves one out. */
type Changes = Record<string, string | undefined>;
export type Body = Record<string, unknown>;

/** A sandbox in memory, with all actions of a client and a browser. */
export interface SandboxDriver {
  readonly sandbox: SandboxApp;
  readonly clock: { now: number };
  /** How long slow answers would have waited, in milliseconds. */
  readonly slept: number[];
  get(path: string, headers?: Params): Promise<Response>;
  post(path: string, form: Params, headers?: Params): Promise<Response>;
  /** A post that identifies its client. */
  clientPost(path: string, form: Params): Promise<Response>;
  authorize(changes?: Changes): Promise<Response>;
  /** Submits the sign-in page. */
  choose(form: Params): Promise<Response>;
  codeFor(username: string, changes?: Changes): Promise<string>;
  redeemCode(code: string, changes?: Params): Promise<Response>;
  tokensFor(username: string, changes?: Changes): Promise<Params>;
  refresh(token: string): Promise<Response>;
  userInfo(accessToken: string): Promise<Response>;
}

const usual: Params = {
  client_id: "florin",
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  scope: "openid profile",
  state: "the-state",
  nonce: "the-nonce",
  code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  code_challenge_method: "S256",
};

/** Creates a sandbox with a clock that stands still and slow answers that do not wait. */
export function driveSandbox(): SandboxDriver {
  const clock = { now: START };
  const slept: number[] = [];
  const sandbox = createSandbox({
    issuer: ISSUER,
    client: { id: "florin", secret: SECRET, redirectUris: [REDIRECT_URI] },
    now: () => clock.now,
    sleep: async (ms) => {
      slept.push(ms);
    },
  });
  const send = (path: string, init: RequestInit): Promise<Response> =>
    sandbox.fetch(new Request(new URL(path, ISSUER), init));
  const driver: SandboxDriver = {
    sandbox,
    clock,
    slept,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, form, headers = {}) =>
      send(path, { method: "POST", body: new URLSearchParams(form), headers }),
    clientPost: (path, form) => driver.post(path, { client_id: "florin", client_secret: SECRET, ...form }),
    authorize: (changes = {}) => driver.get(`v1/authorize?${queryWith(changes)}`),
    choose: (form) =>
      driver.post(`v1/authorize?${queryWith({})}`, {
        fault: "none",
        delaySeconds: "10",
        codeLifetime: "minute",
        ...form,
      }),
    codeFor: async (username, changes = {}) => {
      const back = location(await driver.authorize({ login_hint: username, ...changes }));
      return back.searchParams.get("code") ?? "";
    },
    redeemCode: (code, changes = {}) => {
      const form = {
        grant_type: "authorization_code",
        code,
        code_verifier: VERIFIER,
        redirect_uri: REDIRECT_URI,
      };
      return driver.clientPost("v1/token", { ...form, ...changes });
    },
    tokensFor: async (username, changes = {}) =>
      (await bodyOf(await driver.redeemCode(await driver.codeFor(username, changes)))) as Params,
    refresh: (token) => driver.clientPost("v1/token", { grant_type: "refresh_token", refresh_token: token }),
    userInfo: (accessToken) => driver.get("v1/userinfo", { Authorization: `Bearer ${accessToken}` }),
  };
  return driver;
}

/** The address of a redirect. */
export function location(response: Response): URL {
  return new URL(response.headers.get("Location") ?? "missing:");
}

/** An answer's JSON. */
export async function bodyOf(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

function queryWith(changes: Changes): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...usual, ...changes })) {
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}
