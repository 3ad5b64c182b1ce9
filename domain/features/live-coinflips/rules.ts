import { type BeaconChain, firstRoundFrom } from "../../fairness/beacon.ts";
import type { Side } from "../../fairness/st1.ts";

/** How many open coinflips one player may have. */
export const OPEN_COINFLIPS_MAX = 10;
/** How many copies of items each side may stake. */
export const STAKED_ITEMS_MAX = 20;
/** A join is written within so long of its time by the database's clock, or decided again, in milliseconds. */
export const JOIN_WRITTEN_WITHIN_MS = 500;
/** The beacon's round is published at least so long after the join: later than the join can have been written. */
export const ROUND_AFTER_MS = 600;
/** Rounds that are left out after the newest one seen, in case the clock that a join is timed by is behind. */
export const ROUNDS_AFTER_NEWEST = 2;
/** A locked game whose beacon has not come so long after its round was due is void, in milliseconds. */
export const VOID_AFTER_MS = 24 * 60 * 60 * 1_000;

/** The face that a creator leaves to whoever joins. */
export const otherSide = (side: Side): Side => (side === "rbx" ? "tix" : "rbx");

/**
 * The round that decides a game: the first one published at least 600 ms after the join, and at least two after the
 * newest that anybody is known to have seen.
 * @param at milliseconds
 */
export const decidingRound = (at: number, chain: BeaconChain, newestRound: number): number =>
  Math.max(firstRoundFrom(at + ROUND_AFTER_MS, chain), newestRound + ROUNDS_AFTER_NEWEST);
