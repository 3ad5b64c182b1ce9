import { useLocation, useSearch } from "wouter";
import { LOGIN_PATH, loginTo } from "#web/lib/page/leave.ts";

/** Where a failed sign-in shows its reason: not a page to return to. */
const FAILURE_QUERY = /[?&]error=/;

/**
 * Where sign-in begins that leads back to an address of the site.
 * @example signInAddress("/deposits") // "/api/login?returnTo=%2Fdeposits"
 */
export function signInAddress(returnTo: string): string {
  if (returnTo === "/" || FAILURE_QUERY.test(returnTo)) return LOGIN_PATH;
  return loginTo(returnTo);
}

/** The address of the page that is shown, as sign-in takes it. */
export const shownAddress = (): string => {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
};

/** Where a link begins a sign-in that leads back to the page it stands on. */
export function useSignInAddress(): string {
  // Read so that a change redraws; the fragment is not the router's.
  useLocation();
  useSearch();
  return signInAddress(shownAddress());
}
