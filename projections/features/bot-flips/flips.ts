import { flatFacts } from "../../kernel/facts.ts";
import { drawnGame } from "../seed-pairs/drawn-game.ts";

/** Games for items against the bot. Amounts in minor units of RBX, items at their values. */
export const itemsFlips = flatFacts("items_flips", "ItemsFlipped", drawnGame);

/** What a game against the bot is called in answers. */
export const BOT_FLIP = "coinflip_vs_bot";
