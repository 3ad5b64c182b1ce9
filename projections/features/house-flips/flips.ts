import { flatFacts, PLAYER_OF_STREAM, textAt, wholeAt } from "../../kernel/projection.ts";

/** Games against the house, as every read model about games reads them. Amounts in minor units. */
export const coinFlips = flatFacts("coin_flips", "CoinFlipped", {
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

/** What a game against the house is called in answers. */
export const HOUSE_FLIP = "coinflip";
