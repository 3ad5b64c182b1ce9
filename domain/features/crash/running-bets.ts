import { on, playerSlice } from "../../player/player-slice.ts";
import { crashBetLost, crashBetPlaced, crashBetReturned, crashCashedOut } from "./events.ts";

const oneLess = (running: number): number => running - 1;

/** How many bets of a player's are in rounds that have not ended for them. */
export const runningCrashBets = playerSlice<number>({
  name: "running-crash-bets",
  version: 1,
  initial: 0,
  on: [
    on(crashBetPlaced, (running) => running + 1),
    on(crashCashedOut, oneLess),
    on(crashBetLost, oneLess),
    on(crashBetReturned, oneLess),
  ],
});
