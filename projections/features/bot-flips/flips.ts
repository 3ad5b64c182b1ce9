import { flatFacts, PLAYER_OF_STREAM, textAt, wholeAt } from "../../kernel/facts.ts";

/** Games for items against the bot. Amounts in minor units of RBX, items at their values. */
export const itemsFlips = flatFacts("items_flips", "ItemsFlipped", {
  player_id: PLAYER_OF_STREAM,
  game_id: textAt("gameId"),
  pair: wholeAt("pair"),
  nonce: wholeAt("nonce"),
  side: textAt("side"),
  result: textAt("result"),
  stake: wholeAt("stake"),
  payout: wholeAt("payout"),
  edge: wholeAt("edge"),
  xp: wholeAt("xp"),
});

/** What a game against the bot is called in answers. */
export const BOT_FLIP = "coinflip_vs_bot";
