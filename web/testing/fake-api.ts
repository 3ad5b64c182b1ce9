import { vi } from "vitest";
import type { Api } from "#domain/features/contract.ts";
import type { Answer, Route } from "#web/lib/api/api.ts";
import { aPlay } from "#web/testing/examples/play.ts";

/** A request as it left the page. */
export interface FakeRequest {
  readonly route: Route;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
  readonly credentials: RequestCredentials | undefined;
}

/** An answer that is not a success, or none at all. */
export type Failure =
  | {
      readonly failure: "refused";
      readonly status: number;
      readonly body: string;
      readonly retryAfter?: number;
    }
  | { readonly failure: "lost" };

/** A page of a list, with the header that says where it goes on. */
interface Paged<T> {
  readonly page: T;
  readonly next: string;
}

type Reply<K extends Route> = Answer<K> | Failure | Paged<Answer<K>>;
type Responder<K extends Route> =
  | Reply<K>
  | ((request: FakeRequest & { readonly body: Api[K]["body"] }) => Reply<K> | Promise<Reply<K>>);

/** What the fake answers, by call; typed by the contract. */
export type FakeAnswers = { [K in Route]?: Responder<K> };

export interface FakeApi {
  /** Every request so far, in order. */
  readonly requests: FakeRequest[];
  /** Changes what a call answers from now on. */
  readonly answer: <K extends Route>(route: K, responder: Responder<K>) => void;
  /** The requests of one call. */
  readonly requestsOf: (route: Route) => FakeRequest[];
}

/** An answer that is not a success, as the API writes it. */
export function refused(status: number, code: string, detail: string, title = code): Failure {
  const problem = { type: "about:blank", title, status, detail, code, requestId: "test" };
  return { failure: "refused", status, body: JSON.stringify(problem) };
}

/** The answer to everything without a session. */
export const unauthorized = refused(401, "unauthorized", "Sign in first", "Unauthorized");
/** The answer to everything until sign-in is configured. */
export const setupRequired = refused(503, "setup_required", "Sign-in is not configured", "setup required");
/** The connection breaks before an answer. */
export const lost: Failure = { failure: "lost" };

/** What the frame around every page asks for. */
const EVERYWHERE: FakeAnswers = {
  "GET /chat/room": { isOpen: false, level: 1, levelMin: 20, mute: null, slow: null },
  "GET /stakes": { halted: false, since: null },
  "GET /admin/names": { players: [], items: [] },
  "GET /social/notifications": [],
  "GET /social/notifications/unread": { count: 0 },
  "GET /responsible-play": aPlay(),
  "GET /social/friend-requests": [],
  "GET /social/blocks": [],
  "GET /social/friends": [],
  "GET /away-coinflips": { items: [], logs: [], unreachable: [] },
  "GET /contacts": { support: null, deposits: { name: "FlorinVault", url: null } },
};

/** An answer whose header `Next` says where the list goes on. */
export const paged = <T>(page: T, next: string): Paged<T> => ({ page, next });

const isPaged = (reply: unknown): reply is Paged<unknown> =>
  typeof reply === "object" && reply !== null && "page" in reply && "next" in reply;
const isFailure = (reply: unknown): reply is Failure =>
  typeof reply === "object" && reply !== null && "failure" in reply;

const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+").replace(" /", " /api/")}$`);

function respond(reply: unknown): Response {
  if (isPaged(reply)) return new Response(JSON.stringify(reply.page), { headers: { next: reply.next } });
  if (!isFailure(reply)) {
    const position = (reply as { position?: number } | null)?.position;
    const headers = {
      "content-type": "application/json",
      ...(position && { "ledger-position": `${position}` }),
    };
    return new Response(JSON.stringify(reply), { status: 200, headers });
  }
  if (reply.failure === "lost") throw new TypeError("Failed to fetch");
  const headers = new Headers({ "content-type": "application/problem+json" });
  if (reply.retryAfter !== undefined) headers.set("retry-after", String(reply.retryAfter));
  return new Response(reply.body, { status: reply.status, headers });
}

/** Puts a fake in place of `fetch` until the stubs are undone; a call without an answer fails the test by its name. */
export function fakeApi(answers: FakeAnswers): FakeApi {
  const known = new Map(Object.entries({ ...EVERYWHERE, ...answers })) as Map<Route, unknown>;
  const requests: FakeRequest[] = [];

  const fakeFetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, "http://localhost");
    const asked = `${init.method ?? "GET"} ${url.pathname}`;
    const route = [...known.keys()].find((candidate) => patternOf(candidate).test(asked));
    if (!route) throw new TypeError(`no fake answer for ${asked}`);
    const request: FakeRequest = {
      route,
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
    };
    requests.push(request);
    const responder = known.get(route);
    return respond(await (typeof responder === "function" ? responder(request) : responder));
  };

  vi.stubGlobal("fetch", fakeFetch);
  return {
    requests,
    answer: (route, responder) => {
      known.set(route, responder);
    },
    requestsOf: (route) => requests.filter((request) => request.route === route),
  };
}
