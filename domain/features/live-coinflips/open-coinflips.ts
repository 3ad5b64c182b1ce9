import { on, playerSlice } from "../players/player-slice.ts";
import { coinflipOfferEnded, coinflipOffered } from "./events.ts";

/** How many coinflips of a player's wait for somebody to join. */
export const openCoinflips = playerSlice<number>({
  name: "open-coinflips",
  version: 1,
  initial: 0,
  on: [on(coinflipOffered, (open) => open + 1), on(coinflipOfferEnded, (open) => open - 1)],
});
