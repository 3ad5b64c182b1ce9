/** One command of a sync looks at no more copies than this; each takes two legs when it moves. */
export const COPIES_PER_COMMAND_MAX = 1_000;
/** A player's inventory answers at most so many entries, the newest; older ones are had by `before`. */
export const ENTRIES_SHOWN_MAX = 2_000;
/** A command takes copies over from at most so many other players; the rest waits for the next sync. */
export const OTHER_PLAYERS_MAX = 100;
