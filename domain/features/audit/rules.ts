/** A player's file shows at most so many holdings and sessions. */
export const HOLDINGS_SHOWN_MAX = 500;
export const SESSIONS_SHOWN_MAX = 50;
/** What an account held at a moment is told whole where it never held more assets than this; else one is asked for. */
export const BALANCE_ASSETS_MAX = 10_000;
/** An entry shows so many other legs of its event at most, and an event so many legs. */
export const LEGS_SHOWN_MAX = 100;
/** A search by type or actor looks at so many events at a time. */
export const EVENTS_SCANNED_MAX = 20_000;
