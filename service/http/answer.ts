import type { Config } from "#service/config.ts";
import type { CallContext } from "./access/caller.ts";
import { COMPRESSED_FROM_BYTES, gzipped, isAccepted } from "./files/encodings.ts";

/** Headers of an answer by name. A plain record, which the server writes as it is: `Headers` cost more than a bet. */
export type AnswerHeaders = Record<string, string>;

const JSON_TYPE = "application/json";

/**
 * What every answer of the API says to browsers: it is data, to be shown by nobody else. Written out for each answer,
 * because adding to a copy made by spread costs a tenth of deciding a bet.
 */
const policy = (): AnswerHeaders => ({
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "SAMEORIGIN",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
});

/** The policy of a site that is reached by TLS. */
function strictPolicy(): AnswerHeaders {
  const headers = policy();
  headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains";
  return headers;
}

/** Begins the headers of an answer, to which routes add theirs. @returns how, on the site at its public address */
export function beginningHeaders(config: Config): (context: CallContext) => void {
  const begin = config.publicUrl.protocol === "https:" ? strictPolicy : policy;
  if (!config.hasCrowd) return (context) => context.set("answerHeaders", begin());
  // The site says in its footer that there are demo players.
  return (context) => context.set("answerHeaders", Object.assign(begin(), { "Demo-Players": "1" }));
}

/** Gives an answer that a route made itself what it lacks of the headers gathered. */
export function completeHeaders(context: CallContext, { headers: given }: Response): void {
  if (context.get("hasAnswerHeaders")) return;
  const headers = context.get("answerHeaders");
  for (const name in headers) if (!given.has(name)) given.set(name, headers[name] ?? "");
}

/** Adds a header to the answer, whoever makes it. */
export function addHeader(context: CallContext, name: string, value: string): void {
  context.get("answerHeaders")[name] = value;
}

/** A whole answer, to be written as it is or to become a `Response`. */
export interface WholeAnswer {
  readonly status: number;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: AnswerHeaders;
}

/** The answer as a router takes it. */
export const responseOf = ({ status, body, headers }: WholeAnswer): Response =>
  new Response(body, { status, headers });

interface AnswerKind {
  readonly status?: number;
  readonly type?: string;
}

/** An answer as JSON with the headers gathered so far. @param as status 200 and plain JSON unless given */
export function wholeJson(
  context: CallContext,
  body: object,
  { status = 200, type = JSON_TYPE }: AnswerKind = {},
): WholeAnswer {
  const headers = context.get("answerHeaders");
  headers["Content-Type"] = type;
  context.set("hasAnswerHeaders", true);
  return { status, body: JSON.stringify(body), headers };
}

/** `wholeJson` as a `Response`. */
export const jsonAnswer = (context: CallContext, body: object, as?: AnswerKind): Response =>
  responseOf(wholeJson(context, body, as));

/**
 * An answer of text that is JSON already, with the headers gathered so far; sent smaller where it is long and whoever
 * asks takes that. Its length tells nobody a secret: no body holds one (sessions live in cookies alone), and what a
 * page of another site has a browser ask comes without cookies (SameSite=Lax) but for a change of page.
 */
export function wholeText(context: CallContext, text: string): WholeAnswer | Promise<WholeAnswer> {
  const headers = context.get("answerHeaders");
  headers["Content-Type"] = JSON_TYPE;
  context.set("hasAnswerHeaders", true);
  if (text.length < COMPRESSED_FROM_BYTES) return { status: 200, body: text, headers };
  headers.Vary = "Accept-Encoding";
  if (!isAccepted(context.req.header("Accept-Encoding"), "gzip")) return { status: 200, body: text, headers };
  return gzipped(text).then((body) => {
    headers["Content-Encoding"] = "gzip";
    return { status: 200, body, headers };
  });
}

/** `wholeText` as a `Response`. */
export const sentText = async (context: CallContext, text: string): Promise<Response> =>
  responseOf(await wholeText(context, text));
