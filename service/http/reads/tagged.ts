import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Env } from "#service/http/access/caller.ts";
import { addHeader, sentText } from "#service/http/answer.ts";

/** A document that is made once and sent often, with a tag of its contents. */
export interface Tagged {
  readonly text: string;
  readonly etag: string;
}

/** The tag of a document. A weak one, since it is the same for every encoding. */
export function tagged(document: object): Tagged {
  const text = JSON.stringify(document);
  const digest = createHash("sha256").update(text).digest("base64url");
  return { text, etag: `W/"${digest}"` };
}

/** Whether the client already has the tagged document (RFC 9110, 13.1.2, by weak comparison). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Answers with a document, or with 304 to a client that has it. */
export async function taggedAnswer(context: Context<Env>, { text, etag }: Tagged): Promise<Response> {
  addHeader(context, "ETag", etag);
  addHeader(context, "Cache-Control", "no-cache");
  if (!isKnown(context.req.header("If-None-Match"), etag)) return sentText(context, text);
  addHeader(context, "Vary", "Accept-Encoding");
  context.set("hasAnswerHeaders", true);
  return new Response(null, { status: 304, headers: context.get("answerHeaders") });
}
