import { type RollingSum, withAmount } from "../../kernel/rolling-sum.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { playerStream } from "../players/events.ts";
import {
  withdrawalApproved,
  withdrawalCancelled,
  withdrawalDone,
  withdrawalRejected,
  withdrawalRequested,
  withdrawalReturned,
} from "./events.ts";

/** A player's withdrawals, and those that they approved as an admin. */
export type Withdrawer = {
  /** Withdrawals that are under way. */
  readonly open: number;
  /** What approved copies counted as. */
  readonly credited: RollingSum;
  readonly approved: RollingSum;
};

const oneLess = (state: Withdrawer): Withdrawer => ({ ...state, open: state.open - 1 });

export const withdrawer = playerSlice<Withdrawer>({
  name: "withdrawer",
  version: 1,
  initial: { open: 0, credited: [], approved: [] },
  on: [
    on(withdrawalRequested, (state) => ({ ...state, open: state.open + 1 })),
    on(withdrawalApproved, (state, { playerId, value }, { recordedAt }, stream) => {
      const of = stream === playerStream(playerId) ? "credited" : "approved";
      return { ...state, [of]: withAmount(state[of], BigInt(value), recordedAt) };
    }),
    on(withdrawalRejected, oneLess),
    on(withdrawalCancelled, oneLess),
    on(withdrawalDone, oneLess),
    on(withdrawalReturned, oneLess),
  ],
  unfinished: ({ open }) => (open > 0 ? "Your withdrawals have to arrive or be cancelled." : null),
});
