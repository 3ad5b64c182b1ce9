import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import type { Env } from "./access/caller.ts";
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
export function beginningHeaders(config: Config): (context: Context<Env>) => void {
  const begin = config.publicUrl.protocol === "https:" ? strictPolicy : policy;
  if (!config.hasCrowd) return (context) => context.set("answerHeaders", begin());
  // The site says in its footer that there are demo players.
  return (context) => context.set("answerHeaders", Object.assign(begin(), { "Demo-Players": "1" }));
}

/** Gives an answer that a route made itself what it lacks of the headers gathered. */
export function completeHeaders(context: Context<Env>): void {
  if (context.get("hasAnswerHeaders")) return;
  const given = context.res.headers;
  const headers = context.get("answerHeaders");
  for (const name in headers) if (!given.has(name)) given.set(name, headers[name] ?? "");
}

/** Adds a header to the answer, whoever makes it. */
export function addHeader(context: Context<Env>, name: string, value: string): void {
  context.get("answerHeaders")[name] = value;
}

/** An answer as JSON with the headers gathered so far. @param as status 200 and plain JSON unless given */
export function jsonAnswer(
  context: Context<Env>,
  body: object,
  { status = 200, type = JSON_TYPE }: { readonly status?: number; readonly type?: string } = {},
): Response {
  const headers = context.get("answerHeaders");
  headers["Content-Type"] = type;
  context.set("hasAnswerHeaders", true);
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * An answer of text that is JSON already, with the headers gathered so far; sent smaller where it is long and whoever
 * asks takes that. Its length tells nobody a secret: no body holds one (sessions live in cookies alone), and what a
 * page of another site has a browser ask comes without cookies (SameSite=Lax) but for a change of page.
 */
export async function sentText(context: Context<Env>, text: string): Promise<Response> {
  const headers = context.get("answerHeaders");
  headers["Content-Type"] = JSON_TYPE;
  context.set("hasAnswerHeaders", true);
  if (text.length < COMPRESSED_FROM_BYTES) return new Response(text, { status: 200, headers });
  headers.Vary = "Accept-Encoding";
  if (!isAccepted(context.req.header("Accept-Encoding"), "gzip"))
    return new Response(text, { status: 200, headers });
  const body = await gzipped(text);
  headers["Content-Encoding"] = "gzip";
  return new Response(body, { status: 200, headers });
}
