import { flatDecodedEvents } from "../../kernel/decoded-events.ts";
import { drawnFlip } from "../seed-pairs/flips.ts";

/** Games for items against the bot. Amounts in minor units of RBX, items at their values. */
export const itemsFlips = flatDecodedEvents("items_flips", "ItemsFlipped", drawnFlip);

/** What a game against the bot is called in answers. */
export const BOT_FLIP = "coinflip_vs_bot";
