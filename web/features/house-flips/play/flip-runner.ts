import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import type { Bet } from "#web/features/house-flips/play/bet.ts";
import {
  type FlipAction,
  type FlipState,
  flipReducer,
  IDLE,
} from "#web/features/house-flips/play/flip-state.ts";
import { createStore, type Store } from "#web/lib/store/store.ts";

/** The bet leaves this long after the click. */
export const SEND_DELAY_MS = 500;

export interface FlipEffects {
  /** Begins, at the click, the preparation for sending the bet. */
  readonly prepare: () => Promise<void>;
  readonly send: (bet: Bet) => Promise<FlipAnswer>;
  /** How long the coin flies, if at all. */
  readonly animationMs: () => number;
  readonly onPlaced: () => void;
  readonly onSent: () => void;
  readonly onLanded: (bet: Bet, answer: FlipAnswer) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface FlipRunner {
  readonly state: Store<FlipState>;
  /** Flips; ignored while a coin is in the air. */
  readonly flip: (bet: Bet) => void;
  /** The page is left: a bet not yet sent is dropped, one that was sent lands without its animation. */
  readonly leave: () => void;
}

/** Runs flips: timing and order. Changes of the page are passed in as effects. */
export function createFlipRunner(effects: FlipEffects): FlipRunner {
  const state = createStore<FlipState>(IDLE);
  let timers: ReturnType<typeof setTimeout>[] = [];
  let isSent = false;

  const dispatch = (action: FlipAction) => {
    const before = state.get();
    const after = flipReducer(before, action);
    state.set(after);
    if (after.phase === "result" && before.phase === "flipping") effects.onLanded(after.bet, after.answer);
  };

  const send = async (bet: Bet, prepared: Promise<void>) => {
    isSent = true;
    effects.onSent();
    try {
      await prepared;
      dispatch({ type: "answered", answer: await effects.send(bet) });
    } catch (error) {
      dispatch({ type: "failed" });
      effects.onFailed(error);
    }
  };

  const endAnimation = () => dispatch({ type: "animation ended" });

  return {
    state,
    flip: (bet) => {
      if (state.get().phase === "flipping") return;
      isSent = false;
      dispatch({ type: "placed", bet });
      effects.onPlaced();
      const prepared = effects.prepare();
      timers = [
        setTimeout(() => void send(bet, prepared), SEND_DELAY_MS),
        setTimeout(endAnimation, effects.animationMs()),
      ];
    },
    leave: () => {
      for (const timer of timers) clearTimeout(timer);
      if (state.get().phase !== "flipping") return;
      if (isSent) return endAnimation();
      dispatch({ type: "failed" });
      effects.onFailed(null);
    },
  };
}
