import type { Side } from "#domain/fairness/st1.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

interface SettledRow extends Row {
  readonly game_type: string;
  readonly result: Side;
  readonly bets: bigint;
  readonly staked: bigint;
}

/** The public part of a settled game or round, without players; null if none with that id is settled. */
export async function settledGame(models: ReadModels, gameId: string) {
  const [row] = await models.ask<SettledRow>(
    (table) => `select game_type, max(result) as result, count(*) as bets, sum(stake)::bigint as staked
      from ${table("games")} where game_id = $1 group by game_type`,
    [gameId],
  );
  if (row === undefined) return null;
  return { gameType: row.game_type, result: row.result, bets: Number(row.bets), staked: row.staked };
}
