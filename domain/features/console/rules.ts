/** Maximum names of players, and of items, in one call. */
export const NAMES_MAX = 100;
/** Maximum hits of each kind in a search. */
export const FOUND_MAX = 5;
/** What waits is counted so far. */
export const WAITING_COUNTED_MAX = 100;
/** Proposals lapse within a day: open ones are among this many newest. */
export const PROPOSALS_LOOKED_AT_MAX = 1_000;
/** Players are counted so far. */
export const PLAYERS_COUNTED_MAX = 100_000;
/** A bank below this multiple of its floor is near it. */
export const NEAR_FLOOR_TIMES = 2n;
