/** Where sign-in begins and ends; both are served by the API, not by the site's router. */
export const LOGIN_PATH = "/api/login";
export const LOGOUT_PATH = "/api/logout";

/** Leaves the site's pages for an address of the server. */
export const leaveTo = (address: string): void => window.location.assign(address);
