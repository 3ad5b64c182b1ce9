import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallContext, Env } from "#service/http/access/caller.ts";
import type { Brought } from "#service/http/route.ts";

type Variables = Env["Variables"];

const BYTE_ORDER_MARK = "\ufeff";

/** A body broke off before its end. */
class BrokenBodyError extends Error {
  override readonly name = "BrokenBodyError";
}

/**
 * A header of a request, by name in any case; null when it is not there, undefined when it is there more than once.
 * Looked for among the headers as they came: few are asked for, and most differ in their length already.
 */
export function headerOf({ rawHeaders }: IncomingMessage, name: string): string | null | undefined {
  let found: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (given.length !== name.length) continue;
    if (given !== name && given.toLowerCase() !== name.toLowerCase()) continue;
    if (found !== null) return undefined;
    found = rawHeaders[at + 1] as string;
  }
  return found;
}

/** A request that the app's router does not see, as calls use it, and what it brought. */
export class DirectRequest implements CallContext, Brought {
  readonly env: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };
  readonly path: string;
  readonly routePath: string;
  readonly #variables: Variables = {
    requestId: "",
    caller: undefined,
    answerHeaders: {},
    hasAnswerHeaders: undefined,
  };

  /** @param path the whole path, which is the route's as well */
  constructor(incoming: IncomingMessage, outgoing: ServerResponse, path: string) {
    this.env = { incoming, outgoing };
    this.path = path;
    this.routePath = path;
  }

  /** One object is the request and its context: a second one would cost as much as all that it is asked. */
  get req(): this {
    return this;
  }

  get method(): string {
    return this.env.incoming.method ?? "";
  }

  get url(): string {
    return `http://${this.header("Host") ?? ""}${this.path}`;
  }

  header(name: string): string | undefined {
    const { incoming } = this.env;
    const found = headerOf(incoming, name);
    // Where it matters, requests that say one twice do not come here.
    return found === undefined ? valuesOf(incoming, name) : (found ?? undefined);
  }

  get<N extends keyof Variables>(name: N): Variables[N] {
    return this.#variables[name];
  }

  set<N extends keyof Variables>(name: N, value: Variables[N]): void {
    this.#variables[name] = value;
  }

  params(): { readonly [name: string]: string } {
    return {};
  }

  query(): object {
    return {};
  }

  text(): Promise<string> {
    return textOf(this.env.incoming);
  }
}

const valuesOf = ({ headersDistinct }: IncomingMessage, name: string): string | undefined =>
  headersDistinct[name.toLowerCase()]?.join(", ");

/** The body of a request as text, of which the length is known to be small. */
function textOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let whole: Buffer | null = null;
    incoming.on("data", (chunk: Buffer) => {
      whole = whole === null ? chunk : Buffer.concat([whole, chunk]);
    });
    incoming.on("end", () => {
      const text = whole === null ? "" : whole.toString("utf8");
      resolve(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    });
    // Also when all is well, and does nothing then.
    incoming.on("close", () => reject(new BrokenBodyError("The body broke off")));
    if (incoming.destroyed) reject(new BrokenBodyError("The body broke off"));
  });
}
