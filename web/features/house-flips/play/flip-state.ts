import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import type { Bet } from "#web/features/house-flips/play/bet.ts";
import type { CoinState } from "#web/ui/coin/coin.tsx";

/** The state of a flip: nothing played yet or failed, a coin in the air, a coin that landed. */
export type FlipState =
  | { readonly phase: "idle" }
  | {
      readonly phase: "flipping";
      readonly bet: Bet;
      readonly animationEnded: boolean;
      readonly answer: FlipAnswer | null;
    }
  | { readonly phase: "result"; readonly bet: Bet; readonly answer: FlipAnswer };

export type FlipAction =
  | { readonly type: "placed"; readonly bet: Bet }
  | { readonly type: "answered"; readonly answer: FlipAnswer }
  | { readonly type: "animation ended" }
  | { readonly type: "failed" };

export const IDLE: FlipState = { phase: "idle" };

/** Folds what happened into the flip. The coin lands when the animation has ended and the answer is there. */
export function flipReducer(state: FlipState, action: FlipAction): FlipState {
  if (action.type === "placed") {
    if (state.phase === "flipping") return state;
    return { phase: "flipping", bet: action.bet, animationEnded: false, answer: null };
  }
  if (state.phase !== "flipping") return state;
  switch (action.type) {
    case "failed":
      return IDLE;
    case "answered":
      return landed({ ...state, answer: action.answer });
    case "animation ended":
      return landed({ ...state, animationEnded: true });
  }
}

/** Where the coin of a flip is: it knows its face before it lands. */
export function coinOf(state: FlipState): CoinState {
  if (state.phase === "idle") return state;
  return { phase: state.phase, face: state.answer?.result ?? null };
}

function landed(state: Extract<FlipState, { phase: "flipping" }>): FlipState {
  if (!state.animationEnded || state.answer === null) return state;
  return { phase: "result", bet: state.bet, answer: state.answer };
}
