import { createHash, timingSafeEqual } from "node:crypto";

import type { Context } from "hono";

import type { SandboxClient } from "#service/integrations/platform/sandbox/provider/provider.ts";

/** A form of a token endpoint from an authenticated client. */
type ReadForm =
  | { readonly ok: true; readonly form: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly answer: Response };

const FORM_TYPE = "application/x-www-form-urlencoded";
const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" } as const;

/** An answer of a token endpoint: JSON that must not be cached. */
export function tokenAnswer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: NO_STORE });
}

/** An error of a token endpoint in the form of RFC 6749. */
export function tokenError(error: string, description: string): Response {
  return tokenAnswer({ error, error_description: description }, 400);
}

/**
 * Parses a form whose sender authenticates by exactly one of `client_secret_basic` and `client_secret_post`.
 * @returns the form, or the answer that refuses it
 */
export async function readClientForm(c: Context, client: SandboxClient): Promise<ReadForm> {
  if (c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() !== FORM_TYPE)
    return refused(tokenError("invalid_request", `the body is ${FORM_TYPE}`));
  const pairs = new URLSearchParams(await c.req.text());
  const form = new Map(pairs);
  if (form.size !== pairs.size) return refused(tokenError("invalid_request", "a parameter is given twice"));
  const header = c.req.header("Authorization");
  if (header === undefined) {
    const good = isClient(client, form.get("client_id") ?? "", form.get("client_secret") ?? "");
    return good ? { ok: true, form } : refused(invalidClient(false));
  }
  if (form.has("client_secret"))
    return refused(tokenError("invalid_request", "the client authenticates in one way only"));
  const basic = readBasic(header);
  const good = basic !== null && isClient(client, basic.id, basic.secret);
  return good ? { ok: true, form } : refused(invalidClient(true));
}

function readBasic(header: string): { readonly id: string; readonly secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return null;
  return { id: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
}

/** Both halves are form-encoded before they are joined (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}

function isClient(client: SandboxClient, id: string, secret: string): boolean {
  const sameSecret = timingSafeEqual(sha256(secret), sha256(client.secret));
  return id === client.id && sameSecret;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

function invalidClient(challenge: boolean): Response {
  const answer = tokenAnswer(
    { error: "invalid_client", error_description: "unknown client or wrong secret" },
    401,
  );
  if (challenge) answer.headers.set("WWW-Authenticate", 'Basic realm="platform sandbox"');
  return answer;
}

const refused = (answer: Response): ReadForm => ({ ok: false, answer });
