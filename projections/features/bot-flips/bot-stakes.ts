import { texts } from "../../kernel/events/columns.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";

const stakes = decodedEvents("bot_flip_stakes", "ItemsFlipped", {
  ...texts("gameId", "items"),
});

/** The copies at stake in each game against the bot, for its proof. */
export const botStakesProjection: Projection = {
  name: "bot-stakes",
  version: 1,
  tables: {
    bot_stakes: {
      columns: { game_id: "text not null", items: "text not null" },
      key: ["game_id"],
    },
  },
  keepsEveryEvent: true,
  reads: [stakes],
  apply: (table) => [
    `insert into ${table("bot_stakes")} (game_id, items) select game_id, items from bot_flip_stakes`,
  ],
};
