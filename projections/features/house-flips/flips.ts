import type { GameRounds } from "../../games/rounds.ts";
import { flatDecodedEvents } from "../../kernel/events/decoded-events.ts";
import { drawnFlip } from "../seed-pairs/flips.ts";

const FLIPPED = "CoinFlipped";

/** Games against the house, as every read model about games reads them. Amounts in minor units. */
export const coinFlips = flatDecodedEvents("coin_flips", FLIPPED, drawnFlip);

/** What a game against the house is called in answers. */
export const HOUSE_FLIP = "coinflip";

const gameType = `'${HOUSE_FLIP}'`;

export const houseFlipRounds: GameRounds = {
  played: coinFlips,
  gameType,
  isDrawn: true,
  stakedBy: "'own'",
  settled: { facts: coinFlips, gameType, currency: "upper(side)", wagered: "stake" },
  houseGain: "stake - payout",
  movesGainOnly: FLIPPED,
};
