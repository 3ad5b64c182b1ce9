/** Bets of one round, one a player: all of them can be settled by one decision. */
export const BETS_MAX = 200;
/**
 * Bets of one player in rounds of crash that have not ended for them. Each open round holds a share of the bank, so
 * taking the bank from everybody else by idle rounds needs one account for every few rounds.
 */
export const RUNNING_BETS_MAX = 10;
/** How long at least bets are taken, in milliseconds. */
export const BETTING_MS = 8_000;
/** Delay in milliseconds of a start after its beacon is due, and at least after the decision to start. */
export const STARTS_AFTER_BEACON_MS = 1_000;
export const START_NOTICE_MS = 700;
/** Nobody leaves below 1.01x: every round reaches 1.00x, which would return stakes with the edge unpaid. */
export const LEAVES_FROM = 101;
/** Delay between bust and settlement, for cash-outs received before the bust. Milliseconds. */
export const SETTLES_AFTER_BUST_MS = 1_500;
/** Outage after which open bets without an auto cash-out leave at the last sign of service. */
export const INTERRUPTED_AFTER_MS = 2_000;
/** A process whose clock may be further off takes no bets, and the doubt beyond it counts against a cash-out. */
export const CLOCK_ERROR_MS_MAX = 25;
/**
 * A cash-out is written within this time of its receipt, or not at all, which bounds how far the stated instant can be
 * off. Milliseconds; it is decided within the first part of it.
 */
export const CASH_OUT_WRITTEN_WITHIN_MS = 60_000;
export const CASH_OUT_DECIDED_WITHIN_MS = 45_000;
/** The clock of crash follows that of the database: records show it no further off than this, in milliseconds. */
export const CLOCK_BOUND_MS = 1_000;
