import { type Context, Hono } from "hono";
import { profileClaims } from "#service/integrations/platform/sandbox/personas.ts";
import {
  readClientForm,
  tokenAnswer,
  tokenError,
} from "#service/integrations/platform/sandbox/provider/client-authentication.ts";
import type { Grant } from "#service/integrations/platform/sandbox/provider/grants.ts";
import {
  type Provider,
  pictureUrl,
  platformFailure,
  SCOPES,
  strike,
} from "#service/integrations/platform/sandbox/provider/provider.ts";
import { ACCESS_TOKEN_SECONDS } from "#service/integrations/platform/sandbox/provider/tokens.ts";

const MS_PER_SECOND = 1_000;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const BEARER = /^Bearer ([A-Za-z0-9._-]+)$/i;

type Form = ReadonlyMap<string, string>;

/** Discovery, keys and tokens: every endpoint of the provider but authorize. */
export function tokenRoutes(provider: Provider): Hono {
  const routes = new Hono();
  routes.get("/.well-known/openid-configuration", async (c) => {
    const failure = await strikeNow(c, provider, "discovery");
    return failure ?? c.json(discoveryDocument(provider.issuer));
  });
  routes.get("/v1/certs", async (c) => {
    const failure = await strikeNow(c, provider, "certs");
    return failure ?? c.json(await provider.mint.publicKeys());
  });
  routes.get("/v1/userinfo", (c) => userInfo(c, provider));
  routes.post("/v1/token", (c) => withClient(c, provider, (form) => token(c, provider, form)));
  routes.post("/v1/token/introspect", (c) => withClient(c, provider, (form) => introspect(provider, form)));
  routes.post("/v1/token/resources", (c) => withClient(c, provider, (form) => resources(provider, form)));
  routes.post("/v1/token/revoke", (c) =>
    withClient(c, provider, async (form) => {
      provider.book.revoke(form.get("token") ?? "", provider.client.id);
      return new Response(null, { status: 200 });
    }),
  );
  return routes;
}

function strikeNow(c: Context, provider: Provider, place: "discovery" | "certs"): Promise<Response | null> {
  return strike(provider, provider.faults.current(), { place, signal: c.req.raw.signal });
}

async function withClient(
  c: Context,
  provider: Provider,
  answer: (form: Form) => Promise<Response>,
): Promise<Response> {
  const read = await readClientForm(c, provider.client);
  return read.ok ? answer(read.form) : read.answer;
}

async function token(c: Context, provider: Provider, form: Form): Promise<Response> {
  switch (form.get("grant_type")) {
    case "authorization_code":
      return tokensForCode(c, provider, form);
    case "refresh_token": {
      const fault = provider.apiFaults.take("refresh");
      if (fault?.fault === "slow") await provider.sleep(fault.delayMs, c.req.raw.signal);
      if (fault?.fault === "error_500") return platformFailure();
      const grant = provider.book.redeemRefreshToken(form.get("refresh_token") ?? "", provider.client.id);
      if (grant === null) return tokenError("invalid_grant", "the refresh token is unknown, used or revoked");
      return tokenAnswer(await issueTokens(provider, grant, null));
    }
    case undefined:
      return tokenError("invalid_request", "grant_type is missing");
    default:
      return tokenError("unsupported_grant_type", "grant_type is authorization_code or refresh_token");
  }
}

async function tokensForCode(c: Context, provider: Provider, form: Form): Promise<Response> {
  const code = form.get("code");
  const verifier = form.get("code_verifier");
  if (code === undefined) return tokenError("invalid_request", "code is missing");
  if (verifier === undefined || !VERIFIER.test(verifier))
    return tokenError("invalid_request", "code_verifier is 43 to 128 unreserved characters");
  const faults = provider.book.faultsOfCode(code);
  const failure = await strike(provider, faults, { place: "token", signal: c.req.raw.signal });
  if (failure !== null) return failure;
  const redirectUri = form.get("redirect_uri") ?? null;
  const used = provider.book.redeemCode({ code, clientId: provider.client.id, redirectUri, verifier });
  if (used === null) return tokenError("invalid_grant", "the code is unknown, expired, used or not yours");
  return tokenAnswer(await issueTokens(provider, used.grant, used.nonce));
}

async function issueTokens(provider: Provider, grant: Grant, nonce: string | null): Promise<object> {
  const { subject, signedInAt } = grant;
  const [access, refresh] = await Promise.all([
    provider.mint.accessToken(subject),
    provider.mint.refreshToken(),
  ]);
  provider.book.rememberAccessToken(access.id, grant);
  provider.book.rememberRefreshToken(refresh.text, refresh.id, grant);
  const openid = subject.scopes.includes("openid");
  return {
    access_token: access.text,
    refresh_token: refresh.text,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(openid ? { id_token: await provider.mint.idToken(subject, { nonce, signedInAt }) } : {}),
    scope: subject.scopes.join(" "),
  };
}

async function introspect(provider: Provider, form: Form): Promise<Response> {
  const text = form.get("token");
  if (text === undefined) return tokenError("invalid_request", "token is missing");
  const common = { iss: provider.issuer, token_type: "Bearer", client_id: provider.client.id };
  // As on the platform: a signed token stays active for its whole life, even after a revocation.
  const claims = await provider.mint.verify(text);
  if (claims !== null && claims.aud === provider.client.id) {
    const { jti, aud, sub, scope, exp, iat } = claims;
    return tokenAnswer({ active: true, jti, ...common, aud, sub, scope, exp, iat });
  }
  const refresh = provider.book.refreshToken(text);
  if (refresh === null || refresh.used || refresh.grant.revoked) return tokenAnswer({ active: false });
  const { subject } = refresh.grant;
  return tokenAnswer({
    active: true,
    jti: refresh.id,
    ...common,
    aud: subject.clientId,
    sub: subject.persona.sub,
    scope: subject.scopes.join(" "),
    exp: Math.floor(refresh.expiresAt / MS_PER_SECOND),
    iat: Math.floor(refresh.issuedAt / MS_PER_SECOND),
  });
}

/** Unlike introspection this checks revocations. `U` stands for everything that the person owns. */
async function resources(provider: Provider, form: Form): Promise<Response> {
  const grant = await liveGrant(provider, form.get("token") ?? "");
  if (grant === null) return tokenAnswer({ error: "invalid_token" }, 401);
  const owner = { id: grant.subject.persona.sub, type: "User" };
  const inventory = grant.subject.scopes.some((scope) => scope.startsWith("user.inventory-item"));
  const granted = inventory ? { user: { ids: ["U"] } } : {};
  return tokenAnswer({ resource_infos: [{ owner, resources: granted }] });
}

async function userInfo(c: Context, provider: Provider): Promise<Response> {
  const text = BEARER.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
  const grant = await liveGrant(provider, text);
  if (grant === null) {
    const headers = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
    return Response.json({ error: "invalid_token" }, { status: 401, headers });
  }
  const failure = await strike(provider, grant.faults, { place: "userinfo", signal: c.req.raw.signal });
  if (failure !== null) return failure;
  const { persona, scopes } = grant.subject;
  if (!scopes.includes("profile")) return tokenAnswer({ sub: persona.sub });
  const picture = persona.hasNoPicture ? null : pictureUrl(provider.issuer, persona.username);
  return tokenAnswer({ sub: persona.sub, ...profileClaims(persona), picture });
}

async function liveGrant(provider: Provider, accessToken: string): Promise<Grant | null> {
  const claims = await provider.mint.verify(accessToken);
  return claims === null ? null : provider.book.grantOfAccessToken(claims.jti);
}

function discoveryDocument(issuer: string): object {
  const at = (path: string): string => new URL(path, issuer).href;
  return {
    issuer,
    authorization_endpoint: at("v1/authorize"),
    token_endpoint: at("v1/token"),
    introspection_endpoint: at("v1/token/introspect"),
    revocation_endpoint: at("v1/token/revoke"),
    resources_endpoint: at("v1/token/resources"),
    userinfo_endpoint: at("v1/userinfo"),
    jwks_uri: at("v1/certs"),
    registration_endpoint: "https://create.roblox.com/dashboard/credentials",
    service_documentation: "https://create.roblox.com/docs/reference/cloud",
    scopes_supported: SCOPES,
    response_types_supported: ["none", "code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
    claims_supported: CLAIMS,
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
  };
}

const CLAIMS = [
  "sub",
  "type",
  "iss",
  "aud",
  "exp",
  "iat",
  "nonce",
  "name",
  "nickname",
  "preferred_username",
  "created_at",
  "profile",
  "picture",
] as const;
