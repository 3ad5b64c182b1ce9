import { CHAIN_LINKS_MAX } from "../../fairness/hash-chain.ts";

/** Links of a hash chain: as many rounds as one commitment serves. */
export const CHAIN_LENGTH = CHAIN_LINKS_MAX;
/** With so few links left, the next chain is announced, long before anybody can know its first round. */
export const CHAIN_ANNOUNCE_LEFT = 1_000;
/** Bets close this long before the deciding beacon is published, in milliseconds, so that none is made knowing it. */
export const CLOSES_BEFORE_BEACON_MS = 2_500;
/** A round is void if its beacon is this late, in milliseconds. */
export const VOID_AFTER_MS = 24 * 60 * 60 * 1_000;
/** The maximum difference between the clocks of decision and recording, in milliseconds. */
export const CLOCK_DOUBT_MS = 5_000;
