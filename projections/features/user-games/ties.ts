import type { MadeGameTies } from "#domain/features/user-games/contract.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { moneyOf } from "../../kernel/values.ts";
import { namedPlayerOf, PLAYER_COLUMNS, type PlayerColumns, withIdentity } from "../players/identity.ts";

/** Maximum newest games scanned, of a creator and of a player. */
const GAMES_LOOKED_AT_MAX = 1_000;
/** Maximum players named on each side. */
const NAMED_MAX = 50;

interface TieRow extends PlayerColumns {
  readonly games: bigint;
  readonly bets: bigint;
  readonly wagered: bigint;
  readonly paid_out: bigint;
}

const SUMS = `count(*) as games, sum(bets)::bigint as bets, sum(wagered)::bigint as wagered,
  sum(paid_out)::bigint as paid_out`;

/** Who plays a player's games most, and whose games the player plays most: signs of collusion. */
export async function madeGameTies(models: ReadModels, playerId: string): Promise<MadeGameTies> {
  const named = (rows: string, who: string): string => `select ${SUMS_OF}, ${PLAYER_COLUMNS} from (
      select ${who} as player_id, ${SUMS} from (${rows}) played group by 1
      order by wagered desc, player_id limit ${NAMED_MAX}
    ) t ${withIdentity("i", "t.player_id")} order by t.wagered desc, t.player_id`;
  const [players, creators] = await Promise.all([
    models.ask<TieRow>(
      (table) =>
        named(
          `select p.player_id, bets, wagered, paid_out from (
            select game_id from ${table("user_games")} where creator_id = $1
            order by created_position desc limit ${GAMES_LOOKED_AT_MAX}
          ) g join ${table("game_players")} p using (game_id)`,
          "player_id",
        ),
      [playerId],
    ),
    models.ask<TieRow>(
      (table) =>
        named(
          `select g.creator_id, bets, p.wagered, paid_out from (
            select * from ${table("game_players")} where player_id = $1 limit ${GAMES_LOOKED_AT_MAX}
          ) p join ${table("user_games")} g using (game_id)`,
          "creator_id",
        ),
      [playerId],
    ),
  ]);
  return { players: players.map(tieOf), creators: creators.map(tieOf) };
}

const SUMS_OF = "t.player_id, t.games, t.bets, t.wagered, t.paid_out";

const tieOf = (row: TieRow): MadeGameTies["players"][number] => ({
  player: namedPlayerOf(row),
  games: Number(row.games),
  bets: Number(row.bets),
  wagered: moneyOf(row.wagered),
  /** What the player won or lost. */
  profit: moneyOf(row.paid_out - row.wagered),
});
