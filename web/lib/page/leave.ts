/** Where sign-in begins and ends; both are served by the API, not by the site's router. */
export const LOGIN_PATH = "/api/login";
export const LOGOUT_PATH = "/api/logout";

/** Sign-in that comes back to a page of the site. @example loginTo("/games/g1") */
export const loginTo = (path: string): string => `${LOGIN_PATH}?${new URLSearchParams({ returnTo: path })}`;

let leaving = false;
// A page that the browser kept may be come back to.
window.addEventListener("pageshow", () => {
  leaving = false;
});

/** Leaves the site's pages for an address of the server. */
export function leaveTo(address: string): void {
  leaving = true;
  window.location.assign(address);
}

/** Whether the page is being left: what fails on it from now on is nobody's concern. */
export const isLeaving = (): boolean => leaving;
