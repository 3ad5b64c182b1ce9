import { endpoints } from "#domain/features/contract.ts";
import type { CurrentUser } from "#domain/features/players/contract.ts";
import { keepCookie } from "#service/demo/crowd/browser.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { LiveStream } from "./live-stream.ts";

/** A visitor's request; the path may have a query. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  /** As it goes over the wire. */
  readonly body?: RequestInit["body"];
  readonly headers?: HeadersInit;
}

/** How a visitor reaches the site and the platform. */
export interface Network {
  /** The site's public address. */
  readonly origin: string;
  toSite(request: Request): Promise<Response>;
  toPlatform(request: Request): Promise<Response>;
  /** Receives every answered body. */
  heard(text: string): void;
  /** The site's log line of a request that failed on its side; null for none. */
  troubleOf?(requestId: string | null): string | null;
}

/**
 * A visitor with a browser of their own: keeps cookies, sends the Origin, and parses every answer by the contract, so
 * that an undeclared one fails the test.
 */
export class Visitor {
  /** Cookies by name; a test may read and change them. */
  readonly cookies = new Map<string, string>();
  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
  }

  get(path: string, headers: HeadersInit = {}): Promise<Answer> {
    return this.send({ method: "GET", path, headers });
  }

  /** Posts a value as JSON, as the site's own page does. */
  post(path: string, body: unknown, headers: HeadersInit = {}): Promise<Answer> {
    return this.ask(`POST ${path}`, body, headers);
  }

  /**
   * Sends a value as JSON, as the site's own page does.
   * @example alice.ask("PUT /api/me/email", { email: "alice@mail.example" })
   */
  ask(call: string, body?: unknown, headers: HeadersInit = {}): Promise<Answer> {
    const all = new Headers({ "Content-Type": "application/json", Origin: this.#network.origin });
    for (const [name, value] of new Headers(headers)) all.set(name, value);
    const at = call.indexOf(" ");
    const [method, path] = [call.slice(0, at), call.slice(at + 1)];
    return this.send({ method, path, body: JSON.stringify(body), headers: all });
  }

  /** Sends any request unchanged, with the cookies. */
  async send(sent: Sent): Promise<Answer> {
    const path = sent.path.replace(/[?#].*$/, "");
    const response = await this.fetch(sent);
    const answer = await readAnswer({ method: sent.method, path }, response).catch((error: Error) => {
      const logged = this.#network.troubleOf?.(response.headers.get("X-Request-Id"));
      throw logged == null ? error : new Error(`${error.message}\nThe site logged: ${logged}`);
    });
    this.#network.heard(spoken(answer));
    return answer;
  }

  /** Sends a request and returns the raw answer. */
  async fetch({ method, path, body, headers }: Sent): Promise<Response> {
    const all = new Headers(headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "" && !all.has("Cookie")) all.set("Cookie", cookie);
    const init: RequestInit & { duplex: "half" } = { method, headers: all, duplex: "half" };
    if (body !== undefined) init.body = body;
    const response = await this.#network.toSite(new Request(`${this.#network.origin}${path}`, init));
    for (const line of response.headers.getSetCookie()) keepCookie(this.cookies, line);
    return response;
  }

  /**
   * Signs in through the platform as a browser does, by default on its sign-in page.
   * @returns the player as the site shows them
   */
  async signIn(name: string, { isFresh = true } = {}): Promise<CurrentUser> {
    const callback = await this.visitPlatform(name, isFresh ? "&fresh=1" : "");
    const finished = await this.get(callback);
    const to = finished.headers.get("Location") ?? "";
    if (to.includes("error=")) throw new Error(`${name} could not sign in: ${to}`);
    return this.user();
  }

  /** Chooses an account at the platform. @returns path and query of the callback */
  async visitPlatform(name: string, query = ""): Promise<string> {
    const begun = await this.get(`/api/login?login_hint=${name}${query}`);
    const away = new Request(begun.headers.get("Location") ?? "missing:");
    const back = new URL((await this.#network.toPlatform(away)).headers.get("Location") ?? "missing:");
    return back.pathname + back.search;
  }

  /** The signed-in player. Throws when nobody is signed in. */
  async user(): Promise<CurrentUser> {
    return (await this.get("/api/auth/user")).as(endpoints.currentUser);
  }

  /**
   * Opens the live stream. Throws when it is refused; use `get` to see the refusal.
   * @param asked parameters of its address: `watch` for the game that the page shows, `chat` for the room
   */
  async live(
    headers: HeadersInit = {},
    asked: { readonly watch?: string; readonly chat?: string; readonly lately?: string } = {},
  ): Promise<LiveStream> {
    const query = new URLSearchParams(asked);
    const path = query.size === 0 ? "/api/live" : `/api/live?${query}`;
    const response = await this.fetch({ method: "GET", path, headers });
    if (response.status !== 200) throw new Error(`The stream answered ${response.status}`);
    return new LiveStream(response, (text) => this.#network.heard(text));
  }
}

/** An answer's headers and body, without cookies. */
function spoken({ headers, text }: Answer): string {
  const lines = [...headers].filter(([name]) => name !== "set-cookie").map((pair) => pair.join(": "));
  return [...lines, text].join("\n");
}
