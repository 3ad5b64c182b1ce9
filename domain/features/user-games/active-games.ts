import { on, playerSlice } from "../../player/player-slice.ts";
import { userGameCreated, userGamePaused, userGameResumed } from "./events.ts";

/** How many active games a player has. */
export const activeGames = playerSlice<number>({
  name: "active-games",
  version: 1,
  initial: 0,
  on: [
    on(userGameCreated, (active) => active + 1),
    on(userGameResumed, (active) => active + 1),
    on(userGamePaused, (active) => active - 1),
  ],
  unfinished: (active) => (active > 0 ? "Your games have to be paused." : null),
});
