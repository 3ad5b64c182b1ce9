/** Where the admin console is. For everybody but admins there is nothing at any of its addresses. */
export const ADMIN_PATH = "/admin";

/** The screens that the console's navigation leads to, in its order. */
export const ADMIN_SCREENS = {
  overview: { path: ADMIN_PATH, nav: "Overview" },
  review: { path: `${ADMIN_PATH}/review`, nav: "Review" },
  proposals: { path: `${ADMIN_PATH}/proposals`, nav: "Second admin" },
  players: { path: `${ADMIN_PATH}/players`, nav: "Players" },
  accounts: { path: `${ADMIN_PATH}/accounts`, nav: "Accounts" },
  events: { path: `${ADMIN_PATH}/events`, nav: "Events" },
  house: { path: `${ADMIN_PATH}/house`, nav: "House" },
  catalogue: { path: `${ADMIN_PATH}/catalogue`, nav: "Catalogue" },
  settings: { path: `${ADMIN_PATH}/settings`, nav: "Settings" },
  system: { path: `${ADMIN_PATH}/system`, nav: "System" },
  roles: { path: `${ADMIN_PATH}/roles`, nav: "Roles" },
  reads: { path: `${ADMIN_PATH}/reads`, nav: "Access log" },
} as const;

/** Where a player's file is. */
export const playerPath = (id: string): string => `${ADMIN_PATH}/players/${id}`;
/** Where the books of an account are. */
export const accountPath = (account: string): string => `${ADMIN_PATH}/accounts/${account}`;
/** Where an event is shown as it is stored. */
export const eventPath = (position: number): string => `${ADMIN_PATH}/events/${position}`;
