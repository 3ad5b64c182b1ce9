import { z } from "zod";

import { type SandboxClient, SCOPES } from "#service/integrations/platform/sandbox/provider/provider.ts";

const QUERY_CHARS_MAX = 8_192;
const PROMPTS = ["none", "login", "consent", "select_account"] as const;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** An application's request to sign somebody in. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly responseType: "code" | "none";
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly nonce: string | null;
  /** Base64url SHA-256 of the verifier; empty for `none`, which issues no code. */
  readonly challenge: string;
  readonly prompts: readonly (typeof PROMPTS)[number][];
  readonly loginHint: string | null;
}

/** A parsed request: valid, wrong in a way reported to the application, or unsafe to redirect. */
type ReadRequest =
  | { readonly kind: "good"; readonly request: AuthorizationRequest }
  | { readonly kind: "refused"; readonly redirectTo: URL }
  | { readonly kind: "unsafe"; readonly reason: string };

/** Errors reported to the application in the protocol's terms. */
const requestSchema = z.object({
  response_type: z.enum(["code", "none"], { error: "unsupported_response_type" }),
  scope: z
    .string({ error: "invalid_scope" })
    .transform((text) => [...new Set(text.split(" ").filter(Boolean))])
    .pipe(z.array(z.enum(SCOPES)).min(1))
    .refine((scopes) => !scopes.includes("profile") || scopes.includes("openid"))
    .catch(() => []),
  nonce: z.string().max(512).optional(),
  code_challenge: z.string().regex(CHALLENGE).optional(),
  code_challenge_method: z.literal("S256").optional(),
  prompt: z
    .string()
    .default("")
    .transform((text) => text.split(" ").filter(Boolean))
    .pipe(z.array(z.enum(PROMPTS)))
    .refine((prompts) => !prompts.includes("none") || prompts.length === 1),
  login_hint: z.string().max(256).optional(),
});

/** Parses the query of the authorize endpoint. Nothing is sent to an unregistered address. */
export function readAuthorizationRequest(query: URLSearchParams, client: SandboxClient): ReadRequest {
  if (query.toString().length > QUERY_CHARS_MAX) return unsafe("The request is too long.");
  if (new Set(query.keys()).size !== query.size) return unsafe("A parameter is given twice.");
  if (query.get("client_id") !== client.id)
    return unsafe("No application is registered under this client_id.");
  const redirectUri = query.get("redirect_uri");
  if (redirectUri === null || !client.redirectUris.includes(redirectUri))
    return unsafe("The redirect_uri is not registered for this application; it must match to the letter.");
  const state = query.get("state");
  const refuse = (error: string, description: string): ReadRequest => ({
    kind: "refused",
    redirectTo: errorRedirect({ redirectUri, state }, error, description),
  });
  const parsed = requestSchema.safeParse(Object.fromEntries(query));
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? "request");
    if (field === "response_type")
      return refuse("unsupported_response_type", "response_type is code or none");
    return refuse("invalid_request", `${field} is malformed`);
  }
  const { response_type: responseType, scope, nonce, prompt, login_hint: loginHint } = parsed.data;
  if (scope.length === 0)
    return refuse("invalid_scope", "scope is missing or unknown, or profile lacks openid");
  const challenge = parsed.data.code_challenge ?? "";
  if (responseType === "code" && (challenge === "" || parsed.data.code_challenge_method !== "S256"))
    return refuse("invalid_request", "code_challenge with method S256 is required");
  const request = { redirectUri, responseType, scopes: scope, state, challenge, prompts: prompt };
  return {
    kind: "good",
    request: { ...request, nonce: nonce ?? null, loginHint: loginHint ?? null },
  };
}

/** The redirect after a failed request, with the protocol's error. */
export function errorRedirect(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  error: string,
  description: string,
): URL {
  const url = new URL(redirectUri);
  url.searchParams.set("error", error);
  url.searchParams.set("error_description", description);
  if (state !== null) url.searchParams.set("state", state);
  return url;
}

const unsafe = (reason: string): ReadRequest => ({ kind: "unsafe", reason });
