import { same } from "../../kernel/events/columns.ts";
import type { DecodedEvents } from "../../kernel/events/decoded-events.ts";
import type { TableShape } from "../../kernel/projection.ts";

/** SQL: when the beacon that decides a round is published, by a parsed payload that fixes it. */
export const PUBLISH_AT = `(payload #>> '{beacon,chain,genesisAt}')::bigint
    + ((payload #>> '{beacon,round}')::bigint - 1) * (payload #>> '{beacon,chain,periodMs}')::bigint`;

/** The table of a game's rounds. @param columns all but the round's id, which is its key */
export const roundsTable = (columns: TableShape["columns"]): TableShape => ({
  columns: { round_id: "text not null", ...columns },
  key: ["round_id"],
  indexes: [
    // Open rounds: few, however large the table is.
    { on: "game_id, currency", where: "ended_as is null" },
    "game_id, ended_position",
  ],
  fillfactor: 70,
});

/** The creators' shares of settled rounds. @param volume the column that a share is of */
export const earnedBy = (name: string, settlements: DecodedEvents, volume: string): DecodedEvents => ({
  name,
  needs: [settlements],
  columns: {
    ...same("position", "recorded_at", "made_game_id", "creator_id", "currency"),
    volume,
    share: "share",
  },
  from: `from ${settlements.name}`,
});
