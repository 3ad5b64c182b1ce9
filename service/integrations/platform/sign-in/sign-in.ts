import { timingSafeEqual } from "node:crypto";

import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";

import { invariant } from "#domain/kernel/invariant.ts";
import type { Fetch } from "#service/integrations/platform/bounded-fetch.ts";
import { createDiscovery, type Discovery } from "#service/integrations/platform/sign-in/discovery.ts";
import { type PlatformProfile, readProfile } from "#service/integrations/platform/sign-in/profile.ts";
import { safeReturnTo } from "#service/integrations/platform/sign-in/return-to.ts";
import {
  CLOCK_DIFFERENCE_MS_MAX,
  type SignInState,
  type StartedAt,
  stateKeeper,
} from "#service/integrations/platform/sign-in/sign-in-state.ts";
import {
  errorName,
  failure,
  type SignInFailure,
  type SignInTrouble,
  troubleOf,
} from "#service/integrations/platform/sign-in/sign-in-trouble.ts";
import type { SealKey } from "#service/keys/seal.ts";

/** Longest timeout that may be set for starting or finishing a sign-in, in milliseconds. */
const SIGN_IN_TIMEOUT_MS_MAX = 30_000;

const DEFAULT_SCOPE = "openid profile";
const CALLBACK_CHARS_MAX = 4_096;
const LOGIN_HINT = /^[A-Za-z0-9_]{3,20}$/;
const MS_PER_SECOND = 1_000;

/** Settings of signing in. */
export interface SignInConfig {
  /** Exact, trailing slash included. https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Our callback's public address, as registered with the provider. */
  readonly redirectUri: string;
  /** Requested scopes, separated by spaces; by default `openid profile`. */
  readonly scope?: string;
  readonly fetch?: Fetch;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Time limit for all of the provider's answers to a start or a finish, in milliseconds (1 to 30,000). */
  readonly timeoutMs: number;
  /** Keys that seal the state cookie, newest first. */
  readonly cookieKeys: readonly SealKey[];
  /** Receives the provider's failures, in words that are safe to log. */
  readonly onTrouble?: (trouble: SignInTrouble, error: string) => void;
  /** Allows an http issuer on another machine; never for a public site. */
  readonly allowInsecure?: boolean;
}

/** The parameters of a new sign-in. */
export interface BeginSignIn {
  /** A user name as a hint to the provider; ignored if invalid. */
  readonly loginHint?: string | null | undefined;
  /** A path of this site to return to; ignored if invalid. */
  readonly returnTo?: string | null | undefined;
  readonly startedAt: StartedAt;
  /** Makes the provider ask for a login even with an existing session, for a fresh sign-in. */
  readonly isFresh?: boolean;
}

/** The address to send the browser to, and the value of the state cookie to send with it. */
export interface BegunSignIn {
  readonly ok: true;
  readonly redirectTo: URL;
  readonly stateCookie: string;
}

/** The provider's callback as it arrived. */
export interface FinishSignIn {
  /** Only its query is used; host and scheme may have been changed by a proxy. */
  readonly callbackUrl: URL;
  readonly stateCookie: string | null | undefined;
}

/** The provider's tokens for acting as a person. */
export interface PlatformTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** When the access token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A fresh sign-in, for which the provider had to ask for a login. */
export interface FreshSignIn {
  /** When the person signed in at the platform, or if unknown, when we asked. Milliseconds since 1970. */
  readonly at: number;
  /** Identifies the sign-in; each counts once. */
  readonly state: string;
}

/** A completed sign-in. */
export interface FinishedSignIn {
  readonly ok: true;
  readonly profile: PlatformProfile;
  readonly tokens: PlatformTokens;
  /** Null unless a fresh sign-in was requested. */
  readonly fresh: FreshSignIn | null;
  /** A path of this site. */
  readonly returnTo: string;
  readonly startedAt: StartedAt;
}

/** Signs people in through the platform. Neither call ever throws because of the provider or a visitor. */
export interface SignIn {
  begin(input: BeginSignIn): Promise<BegunSignIn | SignInFailure>;
  finish(input: FinishSignIn): Promise<FinishedSignIn | SignInFailure>;
  /** Trades a refresh token, which works once, for new tokens. Never retried: a lost answer may have used it up. */
  refresh(refreshToken: string): Promise<Refreshed | SignInFailure>;
}

/** New tokens for old ones. */
export interface Refreshed {
  readonly ok: true;
  readonly tokens: PlatformTokens;
}

/**
 * Creates the relying party of an OpenID provider (code flow with PKCE, state and nonce). It contacts the provider only
 * when someone signs in.
 * @throws Error when an address is malformed or not secure; InvariantError when a limit or a key is invalid
 * @example
 * const signIn = createSignIn(config);
 * const begun = await signIn.begin({ startedAt: "/", loginHint: "alice" });
 * const done = await signIn.finish({ callbackUrl, stateCookie });
 */
export function createSignIn(config: SignInConfig): SignIn {
  const { timeoutMs, now = Date.now } = config;
  invariant(timeoutMs > 0 && timeoutMs <= SIGN_IN_TIMEOUT_MS_MAX, "a sign-in waits 1 to 30,000 ms");
  const issuer = secureAddress("issuer", config.issuer, config.allowInsecure === true);
  const redirectUri = secureAddress("redirect URI", config.redirectUri, config.allowInsecure === true);
  const keeper = stateKeeper(config.cookieKeys);
  const insecure = issuer.protocol === "http:";
  const { clientId, clientSecret, fetch = globalThis.fetch } = config;
  const provider = createDiscovery({ issuer, clientId, clientSecret, insecure, fetch, now, timeoutMs });
  const failed = (error: unknown, startedAt: StartedAt): SignInFailure => {
    const trouble = troubleOf(error);
    config.onTrouble?.(trouble, errorName(error));
    // The provider may have moved or changed its keys.
    if (trouble === "bad_answer" || trouble === "unreachable") provider.forget();
    return failure(trouble, startedAt);
  };

  return {
    async begin({ loginHint, returnTo, startedAt, isFresh = false }) {
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      try {
        const configuration = await provider.configuration(AbortSignal.timeout(timeoutMs));
        const redirectTo = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri.href,
          scope: config.scope ?? DEFAULT_SCOPE,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: "S256",
          ...(loginHint && LOGIN_HINT.test(loginHint) ? { login_hint: loginHint } : {}),
          ...(isFresh ? { prompt: "login" } : {}),
        });
        const back = safeReturnTo(returnTo) ?? startedAt;
        const stateCookie = keeper.seal({ ...secrets, returnTo: back, startedAt, issuedAt: now(), isFresh });
        return { ok: true, redirectTo, stateCookie };
      } catch (error) {
        return failed(error, startedAt);
      }
    },
    async finish({ callbackUrl, stateCookie }) {
      const read = keeper.read(stateCookie, now());
      if (read.kind === "missing") return failure("state_missing", "/");
      const { state } = read;
      if (read.kind === "old") return failure("state_old", state.startedAt);
      if (callbackUrl.search.length > CALLBACK_CHARS_MAX) return failure("bad_answer", state.startedAt);
      if (!carriesState(callbackUrl, state.state)) return failure("state_mismatch", state.startedAt);
      const currentUrl = new URL(redirectUri);
      currentUrl.search = callbackUrl.search;
      try {
        const done = await redeem(provider, { currentUrl, state, now, timeoutMs, insecure });
        if (!done.ok)
          config.onTrouble?.(done.trouble, "what the platform says of the person or of the sign-in");
        return done;
      } catch (error) {
        return failed(error, state.startedAt);
      }
    },
    async refresh(refreshToken) {
      try {
        const configuration = await provider.configuration(AbortSignal.timeout(timeoutMs));
        const askedAt = now();
        return { ok: true, tokens: tokensOf(await refreshTokenGrant(configuration, refreshToken), askedAt) };
      } catch (error) {
        return failed(error, "/");
      }
    },
  };
}

interface Redemption {
  readonly currentUrl: URL;
  readonly state: SignInState;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly insecure: boolean;
}

/** @throws the errors of openid-client about the provider's answers */
async function redeem(provider: Discovery, redemption: Redemption): Promise<FinishedSignIn | SignInFailure> {
  const { currentUrl, state, now, timeoutMs, insecure } = redemption;
  const { startedAt, returnTo, isFresh, issuedAt } = state;
  const configuration = await provider.configuration(AbortSignal.timeout(timeoutMs));
  const askedAt = now();
  const tokens = await authorizationCodeGrant(configuration, currentUrl, {
    expectedState: state.state,
    expectedNonce: state.nonce,
    pkceCodeVerifier: state.verifier,
    idTokenExpected: true,
  });
  provider.keep(configuration);
  const { sub: subject = "", auth_time: authTime } = tokens.claims() ?? {};
  const signedInAt = authTime === undefined ? null : authTime * MS_PER_SECOND;
  if (signedInAt !== null && signedInAt > now() + CLOCK_DIFFERENCE_MS_MAX)
    return failure("bad_answer", startedAt);
  // The provider may have reused an existing login, although it was asked for a new one.
  if (isFresh && signedInAt !== null && signedInAt < issuedAt - CLOCK_DIFFERENCE_MS_MAX)
    return failure("not_fresh", startedAt);
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, subject);
  const profile = readProfile(userInfo, insecure);
  if (profile === null) return failure("bad_answer", startedAt);
  const fresh = isFresh ? { at: Math.floor(signedInAt ?? issuedAt), state: state.state } : null;
  return { ok: true, profile, tokens: tokensOf(tokens, askedAt), fresh, returnTo, startedAt };
}

/** Counted from before the request, so that a token is never thought younger than it is. */
function tokensOf(answer: TokenAnswer, askedAt: number): PlatformTokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: askedAt + (answer.expires_in ?? 0) * MS_PER_SECOND,
  };
}

type TokenAnswer = TokenEndpointResponse & TokenEndpointResponseHelpers;

function carriesState(callbackUrl: URL, expected: string): boolean {
  const [given, ...more] = callbackUrl.searchParams.getAll("state");
  if (given === undefined || more.length > 0) return false;
  const a = Buffer.from(given, "utf8");
  const b = Buffer.from(expected, "utf8");
  return a.length === b.length && timingSafeEqual(a, b);
}

function secureAddress(what: string, text: string, allowInsecure: boolean): URL {
  if (!URL.canParse(text)) throw new Error(`The ${what} of the sign-in is not an address.`);
  const url = new URL(text);
  if (url.search !== "" || url.hash !== "")
    throw new Error(`The ${what} of the sign-in has a query or a fragment; it must have neither.`);
  const insecureAllowed = url.protocol === "http:" && (allowInsecure || isLoopback(url.hostname));
  if (url.protocol === "https:" || insecureAllowed) return url;
  throw new Error(`The ${what} of the sign-in must be https; http is for this machine alone.`);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
