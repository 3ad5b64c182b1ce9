import { generateKeyPairSync, randomBytes } from "node:crypto";

import { calculateJwkThumbprint, EncryptJWT, exportJWK, type JWK, jwtVerify, SignJWT } from "jose";

import { type Persona, profileClaims } from "#service/integrations/platform/sandbox/personas.ts";

/** Lifetime of an access token by the platform's word, in seconds: a quarter of an hour less the time in transit. */
export const ACCESS_TOKEN_SECONDS = 899;

/** Lifetime of a refresh token, in seconds (90 days). */
export const REFRESH_TOKEN_SECONDS = 90 * 24 * 60 * 60;

const ID_TOKEN_SECONDS = 10 * 60 * 60;
const SIGNING_ALGORITHM = "ES256";
const TOKEN_ID_BYTES = 15;
const REFRESH_KEY_BYTES = 64;
const MS_PER_SECOND = 1_000;

/** A token's audience and scopes. */
export interface TokenSubject {
  readonly persona: Persona;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** The sign-in by an ID token: the nonce of its request, and its time (milliseconds since 1970). */
interface SignInClaims {
  readonly nonce: string | null;
  readonly signedInAt: number | null;
}

/** A token, and its id in the sandbox. */
interface IssuedToken {
  readonly id: string;
  readonly text: string;
}

/** The claims of a token of the sandbox, after its signature and lifetime were checked. */
interface TokenClaims {
  readonly jti: string;
  readonly sub: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly scope: string;
}

/** Issues and checks the tokens of one sandbox. */
export interface TokenMint {
  /** The public half of the signing key, as the certs endpoint shows it. */
  publicKeys(): Promise<{ readonly keys: readonly JWK[] }>;
  accessToken(subject: TokenSubject): Promise<IssuedToken>;
  idToken(subject: TokenSubject, about: SignInClaims): Promise<string>;
  refreshToken(): Promise<IssuedToken>;
  /** The claims of a token that this sandbox signed and that has not expired, else null. */
  verify(token: string): Promise<TokenClaims | null>;
}

/** What a mint needs; `now` in milliseconds since 1970. */
interface TokenMintOptions {
  readonly issuer: string;
  readonly now: () => number;
}

/** Creates a mint with fresh keys: tokens of an earlier sandbox are invalid. */
export function createTokenMint({ issuer, now }: TokenMintOptions): TokenMint {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const refreshKey = randomBytes(REFRESH_KEY_BYTES);
  const jwk = publicJwk(publicKey);
  const seconds = (): number => Math.floor(now() / MS_PER_SECOND);
  const sign = async (claims: Readonly<Record<string, unknown>>, lifetime: number): Promise<string> => {
    const at = seconds();
    return new SignJWT({ ...claims, nbf: at, exp: at + lifetime, iat: at, iss: issuer })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: (await jwk).kid ?? "", typ: "JWT" })
      .sign(privateKey);
  };
  return {
    publicKeys: async () => ({ keys: [await jwk] }),
    async accessToken({ persona, clientId, scopes }) {
      const id = tokenId("AT");
      const claims = {
        sub: persona.sub,
        aid: tokenId("AID"),
        scope: grantedScopes(scopes),
        jti: id,
        aud: clientId,
      };
      return { id, text: await sign(claims, ACCESS_TOKEN_SECONDS) };
    },
    idToken({ persona, clientId, scopes }, { nonce, signedInAt }) {
      const profile = scopes.includes("profile") ? profileClaims(persona) : {};
      const bound = nonce === null ? {} : { nonce };
      const dated = signedInAt === null ? {} : { auth_time: Math.floor(signedInAt / MS_PER_SECOND) };
      return sign(
        { sub: persona.sub, ...profile, ...bound, ...dated, jti: tokenId("ID"), aud: clientId },
        ID_TOKEN_SECONDS,
      );
    },
    async refreshToken() {
      const id = tokenId("RT");
      // Encrypted, as on the platform: clients can only send it back.
      const text = await new EncryptJWT({ jti: id })
        .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" })
        .encrypt(refreshKey);
      return { id, text };
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          issuer,
          algorithms: [SIGNING_ALGORITHM],
          currentDate: new Date(now()),
        });
        return claimsOf(payload);
      } catch {
        return null;
      }
    },
  };
}

function claimsOf(payload: Readonly<Record<string, unknown>>): TokenClaims | null {
  const { jti, sub, aud, iat, exp, scope } = payload;
  if (typeof jti !== "string" || typeof sub !== "string" || typeof aud !== "string") return null;
  if (typeof iat !== "number" || typeof exp !== "number") return null;
  return { jti, sub, aud, iat, exp, scope: typeof scope === "string" ? scope : "" };
}

async function publicJwk(key: Parameters<typeof exportJWK>[0]): Promise<JWK> {
  const jwk = await exportJWK(key);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: "sig" };
}

/** Identity scopes become `openid:read` in access tokens; resource scopes stay as they are. */
function grantedScopes(scopes: readonly string[]): string {
  return scopes.map((scope) => (scope.includes(":") ? scope : `${scope}:read`)).join(" ");
}

function tokenId(kind: string): string {
  return `${kind}.${randomBytes(TOKEN_ID_BYTES).toString("base64url")}`;
}
