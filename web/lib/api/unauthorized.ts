import { shownAddress, signInAddress } from "#web/lib/api/sign-in-address.ts";
import { isLeaving, leaveTo } from "#web/lib/page/leave.ts";
import { toast } from "#web/lib/toast.ts";

/** How long the notice is seen before sign-in begins again. */
export const LOGIN_REDIRECT_DELAY_MS = 500;

let leaving = false;

/** Tells that the session is gone and begins sign-in again; further calls while that happens do nothing. */
export function loseSession(): void {
  // Signing out must not sign in again.
  if (leaving || isLeaving()) return;
  leaving = true;
  toast({
    title: "Unauthorized",
    description: "You are logged out. Logging in again...",
    variant: "destructive",
  });
  setTimeout(() => {
    leaving = false;
    leaveTo(signInAddress(shownAddress()));
  }, LOGIN_REDIRECT_DELAY_MS);
}
