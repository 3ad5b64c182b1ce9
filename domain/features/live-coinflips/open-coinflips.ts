import { on, playerSlice } from "../../player/player-slice.ts";
import {
  coinflipCancelled,
  coinflipExpired,
  coinflipJoined,
  coinflipOfferEnded,
  coinflipOffered,
  coinflipOpened,
} from "./events.ts";

const oneMore = (open: number): number => open + 1;
const oneLess = (open: number): number => open - 1;

/** How many coinflips of a player's wait for somebody to join. Of joins only those of the player's own games come. */
export const openCoinflips = playerSlice<number>({
  name: "open-coinflips",
  version: 1,
  initial: 0,
  on: [
    on(coinflipOpened, oneMore),
    on(coinflipJoined, oneLess),
    on(coinflipCancelled, oneLess),
    on(coinflipExpired, oneLess),
    on(coinflipOffered, oneMore),
    on(coinflipOfferEnded, oneLess),
  ],
});
