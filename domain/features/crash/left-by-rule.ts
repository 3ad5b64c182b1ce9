import { MULTIPLIER_ONE } from "../../fairness/crash-curve.ts";
import type { CashOutCause } from "../game-rounds/contract.ts";
import { CLOCK_DOUBT_MS } from "../game-tables/rules.ts";
import { forceOf, leavingBy } from "./exposure.ts";
import { multiplierOf } from "./flight.ts";
import { CASH_OUT_WRITTEN_WITHIN_MS, CLOCK_BOUND_MS, INTERRUPTED_AFTER_MS, LEAVES_FROM } from "./rules.ts";
import type { CrashBet, CrashRound } from "./table.ts";

/** How a bet is said to have left, and when that was written into the log; milliseconds. */
export interface ToldLeaving {
  readonly at: number;
  readonly cause: CashOutCause;
  readonly receivedAt: number | null;
  readonly recordedAt: number;
}

/** Whether a bet left by the rule that is named, at the multiplier that it gives. @param round as it was before */
export function isLeftByRule(
  { at, cause, receivedAt, recordedAt }: ToldLeaving,
  { round, bet }: { readonly round: CrashRound; readonly bet: CrashBet },
): boolean {
  if (cause === "auto") return receivedAt === null && at === bet.auto && at <= forceOf(round);
  if (cause === "forced") {
    // Forced bets leave together: once some have left, only rounding remains.
    const forced = round.bets.find(({ out }) => out?.cause === "forced")?.out?.at ?? forceOf(round);
    return receivedAt === null && at === forced && (bet.auto === null || bet.auto > at);
  }
  if (receivedAt === null || receivedAt > recordedAt + CLOCK_DOUBT_MS) return false;
  const reached = multiplierOf(round, receivedAt);
  if (cause === "manual") {
    if (recordedAt - receivedAt > CASH_OUT_WRITTEN_WITHIN_MS) return false;
    const isFirst = !leavingBy(round, reached).some(({ bet: { seq } }) => seq === bet.seq);
    return receivedAt >= round.startsAt && at === reached && at >= LEAVES_FROM && isFirst;
  }
  const isStranded = bet.auto === null && recordedAt - receivedAt > INTERRUPTED_AFTER_MS - CLOCK_BOUND_MS;
  return isStranded && at === (reached < LEAVES_FROM ? MULTIPLIER_ONE : reached);
}
