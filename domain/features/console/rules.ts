/** One call tells the names of so many players, and of so many items, at most. */
export const NAMES_MAX = 100;
/** A search finds so many of each kind at most. */
export const FOUND_MAX = 5;
/** What waits is counted so far. */
export const WAITING_COUNTED_MAX = 100;
/** Proposals lapse within a day: those that wait are among so many of the newest. */
export const PROPOSALS_LOOKED_AT_MAX = 1_000;
/** Players are counted so far. */
export const PLAYERS_COUNTED_MAX = 100_000;
/** A bank below so many times its floor is near it. */
export const NEAR_FLOOR_TIMES = 2n;
