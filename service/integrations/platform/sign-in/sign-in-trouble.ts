import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";

import type { StartedAt } from "#service/integrations/platform/sign-in/sign-in-state.ts";

/** The codes by which the site tells failures apart. */
type SignInError = "code_expired" | "auth_failed" | "session_expired";

/** The exact cause, in words of our own that are safe to log. */
export type SignInTrouble = keyof typeof TROUBLES;

/** A failed sign-in. */
export interface SignInFailure {
  readonly ok: false;
  readonly error: SignInError;
  readonly trouble: SignInTrouble;
  /** A sentence for the person, at most 200 characters; never a text of the provider's. */
  readonly message: string;
  /** The page that shows the failure. */
  readonly startedAt: StartedAt;
}

const TROUBLES = {
  code_refused: ["code_expired", "Authorization code expired. Please try signing in again."],
  state_missing: ["session_expired", "This sign-in was not started in this browser. Please try again."],
  state_old: ["session_expired", "This sign-in took longer than 10 minutes. Please try again."],
  state_mismatch: ["session_expired", "This sign-in belongs to another tab or attempt. Please try again."],
  state_used: ["session_expired", "This sign-in was used already. Please try again."],
  denied: ["auth_failed", "You cancelled the sign-in. Nothing has changed."],
  refused: ["auth_failed", "The platform did not accept the sign-in. Please try again."],
  too_slow: ["auth_failed", "The platform took too long to answer. Please try again."],
  unreachable: ["auth_failed", "The platform cannot be reached right now. Please try again."],
  not_fresh: ["auth_failed", "The platform did not ask you to sign in again. Please try again."],
  bad_answer: ["auth_failed", "The platform's answer could not be used. Please try again."],
} as const satisfies Record<string, readonly [SignInError, string]>;

/** Makes the failure for a cause. */
export function failure(trouble: SignInTrouble, startedAt: StartedAt): SignInFailure {
  const [error, message] = TROUBLES[trouble];
  return { ok: false, error, trouble, message, startedAt };
}

/** Finds the cause of an error of a provider call. Nothing of the error's text is kept. */
export function troubleOf(error: unknown): SignInTrouble {
  if (error instanceof ResponseBodyError) return error.error === "invalid_grant" ? "code_refused" : "refused";
  if (error instanceof AuthorizationResponseError)
    return error.error === "access_denied" ? "denied" : "refused";
  if (error instanceof WWWAuthenticateChallengeError) return "refused";
  if (isTimeout(error)) return "too_slow";
  // Fetch throws a TypeError for every network failure, and openid-client passes it on.
  return error instanceof TypeError ? "unreachable" : "bad_answer";
}

/**
 * Names an error for the log: its class and the library's code, never its text, which could repeat what a provider or a
 * visitor wrote.
 * @example errorName(error) // "ClientError OAUTH_JWT_CLAIM_COMPARISON_FAILED"
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" && CODE.test(error.code) ? error.code : "";
  return `${error.constructor.name} ${code}`.trim();
}

const CODE = /^[A-Z0-9_]{1,64}$/;

function isTimeout(error: unknown): boolean {
  if (error instanceof ClientError) return error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT";
  return error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError");
}
