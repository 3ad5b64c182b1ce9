import { ID_OF_STREAM, textAt, wholeAt } from "../../kernel/events/decoded-events.ts";

/** What an event says of a flip that was drawn from its player's pair of seeds. Amounts in minor units. */
export const drawnFlip = {
  player_id: ID_OF_STREAM,
  game_id: textAt("gameId"),
  pair: wholeAt("pair"),
  nonce: wholeAt("nonce"),
  side: textAt("side"),
  result: textAt("result"),
  stake: wholeAt("stake"),
  payout: wholeAt("payout"),
  edge: wholeAt("edge"),
  xp: wholeAt("xp"),
};
