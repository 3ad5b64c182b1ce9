import type { GameRevenue } from "#domain/features/revenue/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import type { StakedBy } from "../../games/rounds.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Page, PageQuery } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

/** Maximum rows scanned for a page: of games between players one row of two is revenue, and none of games for items. */
const GAMES_SCANNED_MAX = 20_000;

/** Which games are wanted: those after a position, and up to another that is included. */
export interface GamesQuery extends PageQuery {
  readonly after: number;
  readonly last: number;
}

interface GameRow extends Row {
  readonly position: bigint;
  readonly game_id: string;
  readonly player_id: string;
  readonly staked_by: StakedBy;
  readonly currency: GameRevenue["currency"];
  readonly amount: bigint;
  readonly settled_at: bigint;
}

/**
 * The house's gain by each settled game, and separate payments to creators, newest first. It reads the history of
 * games, which has a row for each: another table would be written with every bet.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function gameRevenue(
  models: ReadModels,
  { limit = LIST_LIMIT_DEFAULT, next, after, last }: GamesQuery,
): Promise<Page<GameRevenue>> {
  const before = Math.min(placeOf(next), last + 1);
  const rows = await models.ask<GameRow>(revenueText, [after, before, limit + 1]);
  const items = rows.slice(0, limit).map(revenueOf);
  if (rows.length > limit) return { items, next: cursorAt(Number(rows[limit - 1]?.position)) };
  const [stop] = await models.ask<Row & { readonly position: bigint }>(stopText, [after, before]);
  return { items, next: stop === undefined ? null : cursorAt(Number(stop.position)) };
}

const scanned = (table: TableNames, columns: string): string =>
  `select ${columns} from ${table("games")} where position > $1::bigint and position < $2::bigint
    order by position desc`;

const revenueText = (table: TableNames): string => `(
    select position, game_id, player_id, staked_by, settled_at, house_gain as amount,
      case staked_by
        when 'own' then upper(side)
        when 'creator' then (select currency from ${table("live_coinflips")} c where c.game_id = g.game_id)
        else 'RBX' end as currency
    from (${scanned(table, "*")} limit ${GAMES_SCANNED_MAX}) g
    where house_gain is not null
    order by position desc limit $3::int
  ) union all (
    select position, game_id, creator_id, 'own', settled_at, -share, currency from ${table("shares_given")}
    where position > $1::bigint and position < $2::bigint and position >= coalesce((${stopText(table)}), 0)
    order by position desc limit $3::int
  ) order by position desc limit $3::int`;

/** Where a page that found too few stopped looking; nothing at the end. */
const stopText = (table: TableNames): string =>
  `${scanned(table, "position")} offset ${GAMES_SCANNED_MAX - 1} limit 1`;

const revenueOf = (row: GameRow): GameRevenue => ({
  gameId: row.game_id,
  revenueType: row.staked_by === "creator" ? "edge" : row.amount < 0n ? "payout" : "stake",
  amount: moneyOf(row.amount),
  currency: row.currency,
  userId: row.player_id,
  at: instantOf(row.settled_at),
  position: Number(row.position),
});
