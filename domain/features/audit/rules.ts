/** Maximum holdings and sessions in a player's file. */
export const HOLDINGS_SHOWN_MAX = 500;
export const SESSIONS_SHOWN_MAX = 50;
/** Accounts that held more assets than this have no full list of past holdings. */
export const BALANCE_ASSETS_MAX = 10_000;
/** Maximum other legs shown with an entry, and legs shown with an event. */
export const LEGS_SHOWN_MAX = 100;
/** Events that a search by type or actor scans at a time. */
export const EVENTS_SCANNED_MAX = 20_000;
