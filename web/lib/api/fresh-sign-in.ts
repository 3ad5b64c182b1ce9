import { hasCode } from "#web/lib/api/api.ts";
import { LOGIN_PATH, leaveTo } from "#web/lib/page/leave.ts";
import { toast } from "#web/lib/toast.ts";

/** How long the notice is seen before sign-in begins. */
export const FRESH_SIGN_IN_DELAY_MS = 1_500;

/** Whether an error says that the action asks for a sign-in of the last quarter of an hour. */
export const isSignInStale = (error: unknown): boolean => hasCode(error, "fresh_sign_in_required");

/** Where a fresh sign-in begins that leads back to an address of the site. @param username who signs in again */
export function freshSignInAddress(username: string, returnTo: string): string {
  return `${LOGIN_PATH}?${new URLSearchParams({ fresh: "1", login_hint: username, returnTo })}`;
}

/** Announces that a fresh sign-in is needed, begins it, and returns to this address. */
export function signInAgain(username: string): void {
  toast({
    title: "Sign in again",
    description: "This needs a recent sign-in. You will return to this page.",
  });
  const { pathname, search } = window.location;
  setTimeout(() => leaveTo(freshSignInAddress(username, `${pathname}${search}`)), FRESH_SIGN_IN_DELAY_MS);
}
