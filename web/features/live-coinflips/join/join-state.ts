import type { CoinflipProof, LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { termsOf } from "#web/features/live-coinflips/watch/flip.ts";
import { doubleOrNothing, type Return } from "#web/lib/effects/result-effects.ts";
import { money, readMoney } from "#web/lib/format.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import type { CoinState } from "#web/ui/coin/coin.tsx";

/** A game's result for its joiner. */
export interface JoinOutcome {
  readonly creatorWon: boolean;
  readonly result: Side;
  readonly message: string;
}

/** The round of the beacon that a locked game waits for. */
export interface Awaited {
  readonly round: number;
  readonly publishAt: string;
}

/** The state of a join: being confirmed, its coin in the air, over, or void. */
export type JoinState =
  | { readonly stage: "asking"; readonly problem: string | null }
  | { readonly stage: "flying"; readonly awaited: Awaited | null; readonly outcome: JoinOutcome | null }
  | { readonly stage: "over"; readonly outcome: JoinOutcome }
  | { readonly stage: "void" };

export type JoinAction =
  | { readonly type: "sent" }
  | { readonly type: "failed"; readonly problem: string }
  | { readonly type: "locked"; readonly awaited: Awaited }
  | { readonly type: "answered"; readonly outcome: JoinOutcome }
  | { readonly type: "voided" }
  | { readonly type: "landed" };

export const ASKING: JoinState = { stage: "asking", problem: null };

/** Folds what happened into the join. The coin lands only when its face is known. */
export function joinReducer(state: JoinState, action: JoinAction): JoinState {
  if (action.type === "sent")
    return state.stage === "asking" ? { stage: "flying", awaited: null, outcome: null } : state;
  if (state.stage !== "flying") return state;
  switch (action.type) {
    case "failed":
      return { stage: "asking", problem: action.problem };
    case "locked":
      return { ...state, awaited: action.awaited };
    case "answered":
      return { ...state, outcome: action.outcome };
    case "voided":
      return { stage: "void" };
    case "landed":
      return state.outcome === null ? state : { stage: "over", outcome: state.outcome };
  }
}

/** Where the coin of a join is. */
export function coinOf(state: JoinState): CoinState {
  if (state.stage === "flying") return { phase: "flipping", face: state.outcome?.result ?? null };
  return state.stage === "over" ? { phase: "result", face: state.outcome.result } : { phase: "idle" };
}

/** A followed game's result for its joiner; null while it is not settled. */
export function outcomeOf(flip: LiveCoinflip, proof: CoinflipProof): JoinOutcome | null {
  if (proof.status !== "settled" || proof.result === null) return null;
  const creatorWon = proof.result === proof.side;
  return { creatorWon, result: proof.result, message: messageOf(flip, !creatorWon) };
}

/** A game's gain for its player; items are doubled or lost. */
export function returnOf({ betAmount }: Pick<LiveCoinflip, "betAmount">, won: boolean): Return {
  if (betAmount === null) return doubleOrNothing(won);
  const stake = readMoney(betAmount);
  return { stake, payout: won ? termsOf(stake).payout : 0n };
}

/** A player's win or loss, in a sentence. */
export function messageOf(flip: Pick<LiveCoinflip, "betAmount" | "betSide">, won: boolean): string {
  const better = "Better luck next time!";
  if (flip.betAmount === null) return won ? "You won both players' items." : `You lost your items. ${better}`;
  const stake = readMoney(flip.betAmount);
  const currency = flip.betSide.toUpperCase();
  return won
    ? `You won ${money(termsOf(stake).payout)} ${currency}.`
    : `You lost ${money(stake)} ${currency}. ${better}`;
}
