import { textsAt, wholesAt } from "../../kernel/events/columns.ts";
import { ID_OF_STREAM, textAt } from "../../kernel/events/decoded-events.ts";

/** What an event says of a flip that was drawn from its player's pair of seeds. Amounts in minor units. */
export const drawnFlip = {
  player_id: ID_OF_STREAM,
  game_id: textAt("gameId"),
  ...wholesAt("pair", "nonce"),
  ...textsAt("side", "result"),
  ...wholesAt("stake", "payout", "edge", "xp"),
};
