/** Where sign-in begins and ends; both are served by the API, not by the site's router. */
export const LOGIN_PATH = "/api/login";
export const LOGOUT_PATH = "/api/logout";

/** Sign-in that comes back to a page of the site. @example loginTo("/games/g1") */
export const loginTo = (path: string): string => `${LOGIN_PATH}?${new URLSearchParams({ returnTo: path })}`;

let leaving = false;
// The browser may return to a cached page.
window.addEventListener("pageshow", () => {
  leaving = false;
});

/** Leaves the site's pages for an address of the server. */
export function leaveTo(address: string): void {
  leaving = true;
  window.location.assign(address);
}

/** Whether the page is being left: later failures do not matter. */
export const isLeaving = (): boolean => leaving;
