import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import { type BoundedMap, boundedMap } from "#service/integrations/platform/sandbox/bounded-map.ts";
import type { SignInFaults } from "#service/integrations/platform/sandbox/faults.ts";
import {
  REFRESH_TOKEN_SECONDS,
  type TokenSubject,
} from "#service/integrations/platform/sandbox/provider/tokens.ts";

/** Most codes, and most tokens of each kind, that a sandbox remembers. */
export const CODES_MAX = 10_000;
const TOKENS_MAX = 50_000;

const CODE_BYTES = 32;
const MS_PER_SECOND = 1_000;

/** How long a used or expired code is remembered, so that its reuse is recognised. */
const CODE_MEMORY_MS = 60 * 60 * 1_000;
const GRANT_LIFETIME_MS = REFRESH_TOKEN_SECONDS * MS_PER_SECOND;

/** One consent: everything issued from it is revoked together. */
export interface Grant {
  readonly subject: TokenSubject;
  readonly faults: SignInFaults;
  /** When the person signed in, in milliseconds since 1970; null when tokens do not tell. */
  readonly signedInAt: number | null;
  revoked: boolean;
}

/** The bindings of a code. */
interface CodeBinding {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
}

interface Code extends CodeBinding {
  readonly grant: Grant;
  readonly expiresAt: number;
  used: boolean;
}

/** The client that presents a code, with its proof. */
interface CodeUse {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string | null;
  readonly verifier: string;
}

/** Codes and tokens with their states, in memory and bounded. */
export interface GrantBook {
  /** Issues a code that can be used once before it expires. */
  issueCode(subject: TokenSubject, binding: CodeBinding, faults: SignInFaults): string;
  /** The fault of the sign-in that a code belongs to, without using the code. */
  faultsOfCode(code: string): SignInFaults | null;
  /** Uses up a code. Null when it is unknown, expired, another client's, or used before (which revokes its grant). */
  redeemCode(use: CodeUse): { readonly grant: Grant; readonly nonce: string | null } | null;
  rememberAccessToken(id: string, grant: Grant): void;
  rememberRefreshToken(text: string, id: string, grant: Grant): void;
  /** Uses up a refresh token. Null when it is unknown, revoked, another client's, or used before (which revokes). */
  redeemRefreshToken(text: string, clientId: string): Grant | null;
  /** A refresh token for introspection, without using it. */
  refreshToken(text: string): RefreshToken | null;
  /** The grant of an access token, unless it is revoked. */
  grantOfAccessToken(id: string): Grant | null;
  /** Revokes everything that was issued with a refresh token. Unknown tokens are ignored. */
  revoke(refreshToken: string, clientId: string): void;
}

/** A refresh token with its grant; instants in milliseconds since 1970. */
interface RefreshToken {
  readonly id: string;
  readonly grant: Grant;
  readonly issuedAt: number;
  readonly expiresAt: number;
  used: boolean;
}

/** Creates an empty book whose clock is `now` (milliseconds since 1970). */
export function grantBook(now: () => number): GrantBook {
  const codes = boundedMap<Code>(CODES_MAX, now);
  const accessTokens = boundedMap<Grant>(TOKENS_MAX, now);
  const refreshTokens = boundedMap<RefreshToken>(TOKENS_MAX, now);
  return {
    issueCode(subject, binding, faults) {
      const text = randomBytes(CODE_BYTES).toString("base64url");
      const expiresAt = faults.fault === "expired" ? now() : now() + faults.codeLifetimeMs;
      const { signedInSecondsAgo: ago } = faults;
      const signedInAt = ago === null ? null : now() - ago * MS_PER_SECOND;
      const grant: Grant = { subject, faults, signedInAt, revoked: false };
      codes.set(
        text,
        { ...binding, grant, expiresAt, used: faults.fault === "reused" },
        now() + CODE_MEMORY_MS,
      );
      return text;
    },
    faultsOfCode: (code) => codes.get(code)?.grant.faults ?? null,
    redeemCode: (use) => redeem(codes, use, now()),
    rememberAccessToken: (id, grant) => accessTokens.set(id, grant, now() + GRANT_LIFETIME_MS),
    rememberRefreshToken(text, id, grant) {
      const expiresAt = now() + GRANT_LIFETIME_MS;
      refreshTokens.set(text, { id, grant, issuedAt: now(), expiresAt, used: false }, expiresAt);
    },
    redeemRefreshToken(text, clientId) {
      const token = refreshTokens.get(text);
      if (token === null || token.grant.subject.clientId !== clientId || token.grant.revoked) return null;
      if (token.used) {
        token.grant.revoked = true;
        return null;
      }
      token.used = true;
      return token.grant;
    },
    refreshToken: (text) => refreshTokens.get(text),
    grantOfAccessToken(id) {
      const grant = accessTokens.get(id);
      return grant === null || grant.revoked ? null : grant;
    },
    revoke(text, clientId) {
      const token = refreshTokens.get(text);
      if (token?.grant.subject.clientId === clientId) token.grant.revoked = true;
    },
  };
}

function redeem(
  codes: BoundedMap<Code>,
  use: CodeUse,
  at: number,
): { readonly grant: Grant; readonly nonce: string | null } | null {
  const code = codes.get(use.code);
  if (code === null || code.grant.subject.clientId !== use.clientId) return null;
  if (code.used) {
    code.grant.revoked = true;
    return null;
  }
  code.used = true;
  if (at >= code.expiresAt) return null;
  if (use.redirectUri !== null && use.redirectUri !== code.redirectUri) return null;
  if (code.grant.faults.fault === "wrong_verifier" || !matches(use.verifier, code.challenge)) return null;
  return { grant: code.grant, nonce: code.nonce };
}

function matches(verifier: string, challenge: string): boolean {
  const expected = Buffer.from(challenge, "base64url");
  const actual = createHash("sha256").update(verifier, "ascii").digest();
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
