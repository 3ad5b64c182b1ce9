import { on, playerSlice } from "../../player/player-slice.ts";
import { playerStream } from "../players/events.ts";
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

/** Open coinflips of a player. Joining another player's does not change the number. */
export const openCoinflips = playerSlice<number>({
  name: "open-coinflips",
  version: 2,
  initial: 0,
  on: [
    on(coinflipOpened, oneMore),
    on(coinflipJoined, (open, { joiner }, _, stream) =>
      stream === playerStream(joiner.playerId) ? open : oneLess(open),
    ),
    on(coinflipCancelled, oneLess),
    on(coinflipExpired, oneLess),
    on(coinflipOffered, oneMore),
    on(coinflipOfferEnded, oneLess),
  ],
  unfinished: (open) => (open > 0 ? "Your open coinflips have to be joined or cancelled." : null),
});
