import { problemSchema } from "#domain/kernel/contract.ts";

const MS_PER_SECOND = 1_000;

/** Sends a demo player's requests to the site and the sandbox, over the network or in memory. Follows no redirects. */
export interface Web {
  /** The address of the site, such as `http://127.0.0.1:3000`. */
  readonly siteUrl: string;
  /** The site's origin, for the Origin header. */
  readonly origin: string;
  toSite(request: Request): Promise<Response>;
  toPlatform(request: Request): Promise<Response>;
}

/** The site's answer to a request. */
export interface Reply {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  /** The delay of Retry-After in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
}

/** The site answered with an error. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly code: string | null;
  readonly retryAfterMs: number | null;

  constructor(what: string, { status, text, retryAfterMs }: Reply) {
    const code = codeOf(text);
    super(`${what} answered ${status} ${code ?? ""}`.trimEnd());
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

function codeOf(text: string): string | null {
  try {
    return problemSchema.parse(JSON.parse(text)).code;
  } catch {
    return null;
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const seconds = response.headers.get("Retry-After");
  return {
    status: response.status,
    location: response.headers.get("Location"),
    text: await response.text(),
    retryAfterMs: seconds === null ? null : Number(seconds) * MS_PER_SECOND,
  };
}

/** Keeps or forgets a cookie as a browser does. @param line a `Set-Cookie` header */
export function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const at = pair.indexOf("=");
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name);
  else cookies.set(name, value);
}

/** The HTTP side of one demo player: keeps cookies and sends what a page of the site sends. */
export class Browser {
  readonly #web: Web;
  readonly #cookies = new Map<string, string>();
  /** The address of the platform, once a player has signed in there. */
  #platformUrl = "";

  constructor(web: Web) {
    this.#web = web;
  }

  get(path: string): Promise<Reply> {
    return this.#send(new Request(`${this.#web.siteUrl}${path}`));
  }

  post(path: string, body: object, idempotencyKey: string): Promise<Reply> {
    const headers = {
      "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
      Origin: this.#web.origin,
    };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return this.#send(new Request(`${this.#web.siteUrl}${path}`, init));
  }

  /** Signs in through the sandbox, with one of its accounts. @throws Error when that fails */
  async signIn(username: string): Promise<void> {
    const begun = await this.get(`/api/login?login_hint=${username}`);
    if (begun.location === null) throw new RefusedError("The sign-in", begun);
    this.#platformUrl = new URL(begun.location).origin;
    const back = (await this.#web.toPlatform(new Request(begun.location))).headers.get("Location");
    if (back === null) throw new Error("The sandbox did not send the browser back");
    const { pathname, search } = new URL(back);
    const finished = await this.get(pathname + search);
    if (finished.location === null || finished.location.includes("error="))
      throw new RefusedError("The sign-in", finished);
  }

  /** Sends a request to the platform, after a sign-in. */
  async postToPlatform(path: string, body: object): Promise<Reply> {
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return replyOf(await this.#web.toPlatform(new Request(`${this.#platformUrl}${path}`, init)));
  }

  async #send(request: Request): Promise<Reply> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    if (cookie !== "") request.headers.set("Cookie", cookie);
    const response = await this.#web.toSite(request);
    for (const line of response.headers.getSetCookie()) keepCookie(this.#cookies, line);
    return replyOf(response);
  }
}
