/** Where the admin console is. */
export const ADMIN_PATH = "/admin";

/** Whether an address is in the admin console. */
export const isConsolePath = (path: string): boolean =>
  path === ADMIN_PATH || path.startsWith(`${ADMIN_PATH}/`);

/** Where a player's file is. */
export const playerPath = (id: string): string => `${ADMIN_PATH}/players/${id}`;
/** Where the books of an account are. */
export const accountPath = (account: string): string => `${ADMIN_PATH}/accounts/${account}`;
/** Where an event is shown as it is stored. */
export const eventPath = (position: number): string => `${ADMIN_PATH}/events/${position}`;
