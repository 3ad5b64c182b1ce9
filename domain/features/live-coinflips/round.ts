import { type BeaconChain, firstRoundFrom } from "../../fairness/beacon.ts";

/** The beacon's round is published at least this long after the join: later than the join can have been written. */
export const ROUND_AFTER_MS = 600;
/** Rounds skipped after the newest one seen, in case the clock that times a join is slow. */
export const ROUNDS_AFTER_NEWEST = 2;

/**
 * The round that decides a game: the first one published at least 600 ms after the join, and at least two after the
 * newest that anybody is known to have seen.
 * @param at milliseconds
 */
export const decidingRound = (at: number, chain: BeaconChain, newestRound: number): number =>
  Math.max(firstRoundFrom(at + ROUND_AFTER_MS, chain), newestRound + ROUNDS_AFTER_NEWEST);
