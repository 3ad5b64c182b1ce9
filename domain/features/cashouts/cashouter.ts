import { type RollingSum, withAmount } from "../../kernel/rolling-sum.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { playerStream } from "../players/events.ts";
import {
  cashoutApproved,
  cashoutCancelled,
  cashoutFailed,
  cashoutPaid,
  cashoutRejected,
  cashoutRequested,
  cashoutReversed,
} from "./events.ts";
import { TARGETS_MAX } from "./rules.ts";

/** A player's payout address. */
export type Target = {
  readonly targetId: string;
  /** Since when it is known, in milliseconds. */
  readonly since: number;
  /** Whether money has arrived there. */
  readonly isProven: boolean;
};

/** A player's cash-outs, and those that they approved as an admin. */
export type Cashouter = {
  /** Open cash-outs, with their destination. */
  readonly open: readonly { readonly cashoutId: string; readonly targetId: string }[];
  readonly targets: readonly Target[];
  readonly credited: RollingSum;
  readonly approved: RollingSum;
};

type Of = { readonly cashoutId: string };

const withoutOpen = (state: Cashouter, { cashoutId }: Of): Cashouter => ({
  ...state,
  open: state.open.filter((one) => one.cashoutId !== cashoutId),
});

/**
 * Drops a cash-out that was not paid. Its address counts as new again unless money has arrived there before: a thief
 * who adds an address gains no time when the owner cancels.
 */
function overUnpaid(state: Cashouter, over: Of): Cashouter {
  const targetId = state.open.find(({ cashoutId }) => cashoutId === over.cashoutId)?.targetId;
  const targets = state.targets.filter((target) => target.targetId !== targetId || target.isProven);
  return withoutOpen({ ...state, targets }, over);
}

function overPaid(state: Cashouter, over: Of): Cashouter {
  const targetId = state.open.find(({ cashoutId }) => cashoutId === over.cashoutId)?.targetId;
  const targets = state.targets.map((target) =>
    target.targetId === targetId ? { ...target, isProven: true } : target,
  );
  return withoutOpen({ ...state, targets }, over);
}

export const cashouter = playerSlice<Cashouter>({
  name: "cashouter",
  version: 1,
  initial: { open: [], targets: [], credited: [], approved: [] },
  on: [
    on(cashoutRequested, (state, { cashoutId, targetId, knownSince: since }) => {
      const isProven = state.targets.some((one) => one.targetId === targetId && one.isProven);
      const others = state.targets.filter((one) => one.targetId !== targetId);
      const targets = [...others, { targetId, since, isProven }].slice(-TARGETS_MAX);
      return { ...state, open: [...state.open, { cashoutId, targetId }], targets };
    }),
    on(cashoutApproved, (state, { playerId, amount }, { recordedAt }, stream) => {
      const of = stream === playerStream(playerId) ? "credited" : "approved";
      return { ...state, [of]: withAmount(state[of], BigInt(amount), recordedAt) };
    }),
    on(cashoutRejected, overUnpaid),
    on(cashoutCancelled, overUnpaid),
    on(cashoutFailed, overUnpaid),
    on(cashoutPaid, overPaid),
    on(cashoutReversed, (state, { targetId }) => ({
      ...state,
      targets: state.targets.filter((target) => target.targetId !== targetId),
    })),
  ],
  unfinished: ({ open }) => (open.length > 0 ? "Your cash-outs have to be paid or cancelled." : null),
});
