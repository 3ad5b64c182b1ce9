import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import {
  type AwayStakePayload,
  awayCoinflipPlayed,
  awayStakeMade,
  awayStakeReturned,
  isAwayEvent,
} from "./events.ts";

/** What the log says of a stake in a coinflip of another log. */
export type AwayStake =
  | { readonly status: "absent" }
  | { readonly status: "away"; readonly staked: AwayStakePayload }
  | { readonly status: "over" };

function evolve(state: AwayStake, event: RecordedEvent): AwayStake {
  if (!isAwayEvent(event)) return state;
  return event.type === "AwayStakeMade" ? { status: "away", staked: event.payload } : { status: "over" };
}

export const awayStakeStreamKind: StreamKind<AwayStake> = {
  kind: "away-stake",
  foldVersion: 1,
  initial: { status: "absent" },
  evolve,
};

const oneLess = (away: number): number => away - 1;

/** How many stakes of a player are with coinflips of other logs. */
export const awayStakes = playerSlice<number>({
  name: "away-stakes",
  version: 1,
  initial: 0,
  // Open bets are remembered up to a number: a stake may be away for longer than that.
  unfinished: (away) => (away > 0 ? "Your stakes in other logs have to come back." : null),
  on: [
    on(awayStakeMade, (away) => away + 1),
    on(awayCoinflipPlayed, oneLess),
    on(awayStakeReturned, oneLess),
  ],
});
