/** Where sign-in begins and ends; both are served by the API, not by the site's router. */
export const LOGIN_PATH = "/api/login";
export const LOGOUT_PATH = "/api/logout";

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
