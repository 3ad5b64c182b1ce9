import {
  edgeOf,
  HOUSE_EDGE_BASIS_POINTS,
  payoutOf,
  returnToPlayer,
  STAKE_MAX,
  STAKE_MIN,
} from "#domain/features/house-flips/rules.ts";
import { BASIS_POINTS, type Minor, minor } from "#domain/kernel/money.ts";

const PERCENT = 100;

/** The edge as people write it. @example EDGE_TEXT // "2.5%" */
export const EDGE_TEXT = `${Number(HOUSE_EDGE_BASIS_POINTS) / PERCENT}%`;

const SAMPLE_STAKES: readonly Minor[] = [
  STAKE_MIN,
  ...["5.00", "10.00", "50.00", "100.00", "500.00", "1000.00"].map(minor),
];

/** Stakes that the tables show, from the least to the most that is taken. */
export const stakesUpTo = (most: Minor): readonly Minor[] => [
  ...SAMPLE_STAKES.filter((stake) => stake < most),
  most,
];

/** One line of the table of pay-outs. */
export const payoutRow = (stake: Minor) => ({
  stake,
  edge: edgeOf(stake),
  payout: payoutOf(stake),
  profit: payoutOf(stake) - stake,
  returns: returnToPlayer(stake),
});

/** Return to player where rounding takes nothing, in basis points. */
export const RETURN_MOST = returnToPlayer(STAKE_MAX);

/** From here on, rounding a cent up changes the return by less than a basis point shows. */
const ROUNDING_MATTERS_BELOW = minor("100.00");

/** The stake that rounding up to a cent costs most, and its return to player. */
export const LOWEST_RETURN = lowestReturn();

function lowestReturn(): { readonly stake: Minor; readonly returns: bigint } {
  let lowest = { stake: STAKE_MIN, returns: returnToPlayer(STAKE_MIN) };
  for (let stake = STAKE_MIN; stake < ROUNDING_MATTERS_BELOW; stake += 1n) {
    const returns = returnToPlayer(stake);
    if (returns < lowest.returns) lowest = { stake, returns };
  }
  return lowest;
}

/**
 * What a number of flips costs on average: stakes in all less what comes back. @example
 * averageCost(minor("10.00"), 100) // 1250n
 */
export const averageCost = (stake: Minor, flips: number): Minor =>
  (stake * BigInt(flips) * (BASIS_POINTS - returnToPlayer(stake))) / BASIS_POINTS;

/** The chance of at least one run of losses of a length within a number of flips, both faces alike. */
export function chanceOfRun(length: number, flips: number): number {
  // alive[n]: no such run so far, and the last n flips were lost.
  let alive = [1, ...Array<number>(length - 1).fill(0)];
  for (let flip = 0; flip < flips; flip += 1) {
    const won = alive.reduce((sum, chance) => sum + chance, 0) / 2;
    alive = [won, ...alive.slice(0, -1).map((chance) => chance / 2)];
  }
  return 1 - alive.reduce((sum, chance) => sum + chance, 0);
}
