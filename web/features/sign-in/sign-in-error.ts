import { SIGN_IN_ERROR_OTHER, SIGN_IN_ERRORS } from "#web/features/sign-in/messages.ts";

/** Beside `error` where the person cancelled the sign-in at the platform. */
const CANCELLED = "cancelled";
/** Longer messages in an address are not ours. */
const MESSAGE_LENGTH_MAX = 200;

/** The outcome of a failed sign-in. */
export interface SignInError {
  readonly sentence: string;
  /** The person chose not to sign in, which is no failure. */
  readonly isCancelled: boolean;
}

/**
 * What the error that an address carries says.
 * @returns null when it carries none
 * @example signInErrorOf("?error=auth_failed")?.sentence // "Authentication failed. Please try again."
 */
export function signInErrorOf(search: string): SignInError | null {
  const query = new URLSearchParams(search);
  const code = query.get("error");
  if (code === null) return null;
  const isCancelled = query.get(CANCELLED) === "1";
  const known = !isCancelled && Object.hasOwn(SIGN_IN_ERRORS, code) ? SIGN_IN_ERRORS[code] : undefined;
  const sentence = known ?? (query.get("message")?.slice(0, MESSAGE_LENGTH_MAX) || SIGN_IN_ERROR_OTHER);
  return { sentence, isCancelled };
}
