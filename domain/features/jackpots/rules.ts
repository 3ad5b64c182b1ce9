/** Entries of one round, and of one player in it. */
export const ENTRIES_MAX = 100;
export const ENTRIES_OF_PLAYER_MAX = 20;
/** How long at least others can enter once the countdown began, in milliseconds. */
export const COUNTDOWN_MS = 20_000;
/** A round without a countdown for this long returns its stakes, in milliseconds. */
export const ALONE_MS = 10 * 60 * 1_000;
/** Nobody holds more of a pot than this, in basis points: a draw that is nearly certain serves other ends than play. */
export const SHARE_MOST = 8_000n;
