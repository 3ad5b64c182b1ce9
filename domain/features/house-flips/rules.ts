import type { Currency } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { BASIS_POINTS, type Minor, minor, shareRoundedUp } from "../../kernel/money.ts";

/**
 * The house keeps this share of the stake of a game it loses. The verifier recomputes flips by it: a change needs a new
 * version of the events that pay by it.
 */
export const HOUSE_EDGE_BASIS_POINTS = 250n;
/** The cost of a win to the house: the stake less the edge. */
export const FLIP_LOSS_SHARE: bigint = BASIS_POINTS - HOUSE_EDGE_BASIS_POINTS;
export const STAKE_MIN: Minor = minor("1.00");
export const STAKE_MAX: Minor = minor("100000.00");

/** A flip is played in the currency of the side chosen. */
export const currencyOf = (side: Side): Currency => (side === "rbx" ? "RBX" : "TIX");

/** The edge taken from a winning stake: 2.5 % of it, rounded up to a whole minor unit. */
export const edgeOf = (stake: Minor): Minor => shareRoundedUp(stake, HOUSE_EDGE_BASIS_POINTS);

/** What a winning stake pays, itself included: twice the stake less the edge. */
export const payoutOf = (stake: Minor): Minor => stake * 2n - edgeOf(stake);

/**
 * Return to player of a stake in basis points, rounded down: half of the pay-out over the stake, for the coin is
 * even. 9875 where the edge is a whole minor unit; rounding the edge up costs up to 41 more, at 1.21.
 */
export const returnToPlayer = (stake: Minor): bigint => (payoutOf(stake) * 10_000n) / (stake * 2n);
