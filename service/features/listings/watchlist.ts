import { WATCHED_MAX } from "#domain/features/listings/rules.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { HttpProblem } from "#service/http/problem.ts";

interface Watch {
  readonly playerId: string;
  /** The number of a listing. */
  readonly listing: number;
}

/** Adds a listing to a player's watchlist; repeating changes nothing. @throws HttpProblem 409 when it is full */
export async function watch(
  sql: Pick<Sql, "query">,
  { playerId, listing, at }: Watch & { readonly at: number },
): Promise<void> {
  const rows = await sql.query<Row & { listing: bigint }>(
    `insert into shop_watchlist (player_id, listing, at)
      select $1, $2::bigint, $3::bigint where (select count(*) from shop_watchlist where player_id = $1) < ${WATCHED_MAX}
      on conflict (player_id, listing) do update set at = excluded.at returning listing`,
    [playerId, listing, at],
  );
  if (rows.length > 0) return;
  const detail = `You can watch at most ${WATCHED_MAX} items.`;
  throw new HttpProblem(409, { code: "too_many_watched", detail });
}

/** Removes a listing from a player's watchlist. */
export async function unwatch(sql: Pick<Sql, "query">, { playerId, listing }: Watch): Promise<void> {
  await sql.query("delete from shop_watchlist where player_id = $1 and listing = $2", [playerId, listing]);
}
