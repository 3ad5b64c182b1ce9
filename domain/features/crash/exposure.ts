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
 * What the house puts into the escrow of a round: the most it may lose by it. Each round borrows a small share of what
 * the bank holds above half of its funding, or above its floor: caps shrink with every open round and leave other games
 * their half of the bank. Some 900 idle rounds at once make crash caps vanish; as a player can be in few rounds at
 * once, that takes ninety accounts.
 */
export function capOf({ bank, funds, limits }: Backing): Minor {
  if (isUnbacked({ bank, funds, limits })) return 0n;
  const half = (funds + 1n) / 2n;
  const spare = bank - (half > limits.floor ? half : limits.floor);
  // For a bank that holds its funding, twice the share of the spare half equals the share of the whole.
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
export function forceOf({ bets, cap, terms }: Pick<CrashRound, "bets" | "cap" | "terms">): number {
  // One pass, since the force is computed for every exit, over all bets of the round.
  let [won, staked, open] = [0n, 0n, 0n];
  const autos: { readonly auto: number; readonly stake: Minor }[] = [];
  for (const { stake: text, out, auto } of bets) {
    const stake = BigInt(text);
    staked += stake;
    if (out !== null) won += BigInt(out.payout) - stake;
    else {
      open += stake;
      if (auto !== null) autos.push({ auto, stake });
    }
  }
  let left = BigInt(cap) - shareAtMost(staked, terms) - won;
  let force = forceFor(left, open);
  for (const { auto, stake } of autos.sort((a, b) => a.auto - b.auto)) {
    if (auto > force) break;
    left -= payoutAt(stake, auto) - stake;
    open -= stake;
    force = forceFor(left, open);
  }
  return force;
}

function forceFor(left: Minor, staked: Minor): number {
  invariant(left >= 0n, "the players of a round win no more than the house put in");
  if (staked === 0n) return MULTIPLIER_MAX;
  const force = ONE + (left * ONE) / staked;
  return force > BigInt(MULTIPLIER_MAX) ? MULTIPLIER_MAX : Number(force);
}

/** The force is never below this, since stakes are at most what the house put in; hundredths. */
const FORCE_LEAST = 2 * MULTIPLIER_ONE;

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
  // Below its minimum the force need not be computed: each early exit would scan all bets for it.
  const force = reach < FORCE_LEAST ? MULTIPLIER_MAX : forceOf(round);
  const isForced = reach >= force;
  return openBets(round).flatMap((bet): Leaving[] => {
    if (bet.auto !== null && bet.auto <= Math.min(reach, force))
      return [{ bet, at: bet.auto, cause: "auto" }];
    return isForced ? [{ bet, at: force, cause: "forced" }] : [];
  });
}
