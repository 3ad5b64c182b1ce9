import type { UserGameVersion } from "#domain/features/user-games/contract.ts";
import { percentText, returnToPlayer } from "#domain/features/user-games/rules.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import { ofType } from "../../kernel/events/columns.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { userGameSteps } from "./games.ts";

/** Every version of a game's terms, once each. */
export const userGameVersionsProjection: Projection = {
  name: "user-game-versions",
  version: 1,
  tables: {
    user_game_versions: {
      columns: {
        game_id: "text not null",
        version: "integer not null",
        edge: "integer not null",
        ...ofType("bigint not null", "min_bet", "max_bet", "since"),
      },
      key: ["game_id", "version"],
      insertsOnly: true,
      indexes: [],
    },
  },
  reads: [userGameSteps],
  apply: (table) => [
    `insert into ${table("user_game_versions")} (game_id, version, edge, min_bet, max_bet, since)
    select made_game_id, version, edge, min_bet, max_bet, updated_at from ${userGameSteps.name} where version is not null`,
  ],
};

interface VersionRow extends Row {
  readonly version: number;
  readonly edge: number;
  readonly min_bet: bigint;
  readonly max_bet: bigint;
  readonly since: bigint;
}

/** The newest versions of a game's terms, the newest first; none where there is no such game. */
export async function userGameVersions(models: ReadModels, gameId: string): Promise<UserGameVersion[]> {
  const rows = await models.ask<VersionRow>(
    (table) => `select version, edge, min_bet, max_bet, since from ${table("user_game_versions")}
      where game_id = $1 order by version desc limit ${LIST_LIMIT_MAX}`,
    [gameId],
  );
  return rows.map((row) => ({
    version: row.version,
    houseEdge: percentText(row.edge),
    returnToPlayer: percentText(returnToPlayer(row)),
    minBet: moneyOf(row.min_bet),
    maxBet: moneyOf(row.max_bet),
    since: instantOf(row.since),
  }));
}
