import { dayOf } from "#domain/kernel/time.ts";
import type { Sql } from "#projections/kernel/sql.ts";

/** Counts a look at a listing, once a viewer and day. @param at milliseconds */
export async function countView(
  sql: Pick<Sql, "query">,
  { number, playerId, at }: { readonly number: number; readonly playerId: string; readonly at: number },
): Promise<void> {
  await sql.query(
    `with looked as (
      insert into listing_viewers as t (listing, player_id, day) values ($1, $2, $3)
      on conflict (listing, player_id) do update set day = excluded.day where t.day < excluded.day
      returning listing
    )
    insert into listing_views as w (listing, views) select listing, 1 from looked
    on conflict (listing) do update set views = w.views + 1`,
    [number, playerId, dayOf(at)],
  );
}
