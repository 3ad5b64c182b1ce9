import type { GameRounds } from "../../games/rounds.ts";
import { flatDecodedEvents } from "../../kernel/events/decoded-events.ts";
import { drawnFlip } from "../seed-pairs/flips.ts";

/** Games for items against the bot. Amounts in minor units of RBX, items at their values. */
const itemsFlips = flatDecodedEvents("items_flips", "ItemsFlipped", drawnFlip);

/** What a game against the bot is called in answers. */
export const BOT_FLIP = "coinflip_vs_bot";

const gameType = `'${BOT_FLIP}'`;

export const botFlipRounds: GameRounds = {
  played: itemsFlips,
  gameType,
  isDrawn: true,
  stakedBy: "'nobody'",
  // Items that the house wins count at the value they were staked at.
  settled: { facts: itemsFlips, gameType, currency: "'RBX'", wagered: "stake" },
  houseGain: "stake - payout",
};
