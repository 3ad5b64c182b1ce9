import { MULTIPLIER_MAX, MULTIPLIER_ONE, payoutAt } from "../../fairness/crash-curve.ts";
import { invariant } from "../../kernel/invariant.ts";
import { BASIS_POINTS, type Minor } from "../../kernel/money.ts";
import { largestLoss } from "../bank/rules.ts";
import { type Backing, isUnbacked } from "../user-games/bettor.ts";
import { shareAtMost } from "../user-games/share.ts";
import { type CrashBet, type CrashRound, openBets } from "./table.ts";

const ONE = BigInt(MULTIPLIER_ONE);

/** All that was staked on a round, in minor units. */
export const stakesOf = ({ bets }: Pick<CrashRound, "bets">): Minor =>
  sumOf(bets, ({ stake }) => BigInt(stake));

const sumOf = <T>(items: readonly T[], amountOf: (item: T) => Minor): Minor =>
  items.reduce((sum, item) => sum + amountOf(item), 0n);

/**
 * What the house puts into the escrow of a round: the most that it may lose by it. Rounds borrow what the bank holds
 * above half of its funding, or above its floor, a small share of the rest each: caps shrink with every open round and
 * leave games of other kinds their half of the bank. Very many idle rounds at once do make caps of crash vanish.
 */
export function capOf({ bank, funds, limits }: Backing): Minor {
  if (isUnbacked({ bank, funds, limits })) return 0n;
  const half = (funds + 1n) / 2n;
  const spare = bank - (half > limits.floor ? half : limits.floor);
  // Twice the share of what is spare is the share of a bank that holds what it was funded with.
  const cap = (spare * 2n * limits.risk) / BASIS_POINTS;
  const most = largestLoss(bank, limits);
  return cap < most ? cap : most;
}

/**
 * The largest stake that a round still takes. Together with the creator's share of them, stakes are at most the cap: so
 * the force is never below 2.00x when a round starts. @param edge basis points
 */
export function largestStakeWithin(cap: Minor, staked: Minor, edge: number): Minor {
  const most = (cap * BASIS_POINTS) / (BASIS_POINTS + BigInt(edge));
  return most > staked ? most - staked : 0n;
}

/**
 * The force of a round: the multiplier at which everybody still on the curve must leave, because the house has put in
 * no more. Bets that leave by themselves below it are counted as gone at their targets. It never falls while bets leave
 * at or below it.
 */
export function forceOf(round: Pick<CrashRound, "bets" | "cap" | "terms">): number {
  const budget = BigInt(round.cap) - shareAtMost(stakesOf(round), round.terms);
  const open = round.bets.filter(({ out }) => out === null);
  let left =
    budget - sumOf(round.bets, ({ out, stake }) => (out === null ? 0n : BigInt(out.payout) - BigInt(stake)));
  let staked = sumOf(open, ({ stake }) => BigInt(stake));
  const autos = open.flatMap(({ auto, stake }) => (auto === null ? [] : [{ auto, stake: BigInt(stake) }]));
  let force = forceFor(left, staked);
  for (const { auto, stake } of autos.sort((a, b) => a.auto - b.auto)) {
    if (auto > force) break;
    left -= payoutAt(stake, auto) - stake;
    staked -= stake;
    force = forceFor(left, staked);
  }
  return force;
}

function forceFor(left: Minor, staked: Minor): number {
  invariant(left >= 0n, "the players of a round win no more than the house put in");
  if (staked === 0n) return MULTIPLIER_MAX;
  const force = ONE + (left * ONE) / staked;
  return force > BigInt(MULTIPLIER_MAX) ? MULTIPLIER_MAX : Number(force);
}

/** A bet that leaves by rule, and at which multiplier. */
export interface Leaving {
  readonly bet: CrashBet;
  readonly at: number;
  readonly cause: "auto" | "forced";
}

/**
 * The bets that leave by rule once the curve has come so far: by their targets, and all others where it reached the
 * force. A pure function of the round: no outage changes it. @param reach the multiplier reached, at most the point;
 * hundredths
 */
export function leavingBy(round: CrashRound, reach: number): readonly Leaving[] {
  const force = forceOf(round);
  const isForced = reach >= force;
  return openBets(round).flatMap((bet): Leaving[] => {
    if (bet.auto !== null && bet.auto <= Math.min(reach, force))
      return [{ bet, at: bet.auto, cause: "auto" }];
    return isForced ? [{ bet, at: force, cause: "forced" }] : [];
  });
}
