/** Maximum holdings and sessions in a player's file. */
export const HOLDINGS_SHOWN_MAX = 500;
export const SESSIONS_SHOWN_MAX = 50;
/** Holdings at a moment are listed in full for accounts that never held more assets than this. */
export const BALANCE_ASSETS_MAX = 10_000;
/** Maximum other legs shown with an entry, and legs shown with an event. */
export const LEGS_SHOWN_MAX = 100;
/** Events that a search by type or actor scans at a time. */
export const EVENTS_SCANNED_MAX = 20_000;
