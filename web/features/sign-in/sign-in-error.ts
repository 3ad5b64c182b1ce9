import { SIGN_IN_ERROR_OTHER, SIGN_IN_ERRORS } from "#web/features/sign-in/messages.ts";

/** Longer messages in an address are not ours. */
const MESSAGE_LENGTH_MAX = 200;

/**
 * The sentence for the error that an address carries.
 * @returns null when it carries none
 * @example signInErrorOf("?error=auth_failed") // "Authentication failed. Please try again."
 */
export function signInErrorOf(search: string): string | null {
  const query = new URLSearchParams(search);
  const code = query.get("error");
  if (code === null) return null;
  const known = Object.hasOwn(SIGN_IN_ERRORS, code) ? SIGN_IN_ERRORS[code] : undefined;
  return known ?? (query.get("message")?.slice(0, MESSAGE_LENGTH_MAX) || SIGN_IN_ERROR_OTHER);
}
