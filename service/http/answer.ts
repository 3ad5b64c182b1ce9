import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import type { Env } from "./access/caller.ts";
import { COMPRESSED_FROM_BYTES, gzipped, isAccepted } from "./files/encodings.ts";

/** Headers of an answer by name. A plain record, which the server writes directly: `Headers` cost more than a bet. */
export type AnswerHeaders = Record<string, string>;

const JSON_TYPE = "application/json";

/**
 * Security headers of every API answer: it is data, not a page. Written out for each answer, because adding to a copy
 * made by spread costs a tenth of deciding a bet.
 */
const policy = (): AnswerHeaders => ({
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "SAMEORIGIN",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
});

/** The headers of a site served over TLS. */
function strictPolicy(): AnswerHeaders {
  const headers = policy();
  headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains";
  return headers;
}

/** Starts the headers of each answer, for routes to add to. @returns the starter for a site at this public address */
export function beginningHeaders(config: Config): (context: Context<Env>) => void {
  const begin = config.publicUrl.protocol === "https:" ? strictPolicy : policy;
  if (!config.hasCrowd) return (context) => context.set("answerHeaders", begin());
  // The site's footer announces demo players.
  return (context) => context.set("answerHeaders", Object.assign(begin(), { "Demo-Players": "1" }));
}

/** Adds missing gathered headers to an answer that a route created itself. */
export function completeHeaders(context: Context<Env>): void {
  if (context.get("hasAnswerHeaders")) return;
  const given = context.res.headers;
  const headers = context.get("answerHeaders");
  for (const name in headers) if (!given.has(name)) given.set(name, headers[name] ?? "");
}

/** Adds a header to the answer, however it is created. */
export function addHeader(context: Context<Env>, name: string, value: string): void {
  context.get("answerHeaders")[name] = value;
}

/** A JSON answer with the headers gathered so far. @param as by default status 200 and plain JSON */
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
 * An answer of JSON text with the headers gathered so far; compressed if it is long and the client accepts that. Its
 * compressed length leaks no secret: no body contains one (sessions exist in cookies alone), and requests triggered by
 * another site's page carry no cookies (SameSite=Lax), except for navigation.
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
