import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

const completions = decodedEvents("custody_completions", "DepositCompleted", {
  deposit_id: "payload ->> 'depositId'",
  copies: "(payload -> 'credited') || (payload -> 'kept')",
});
const arrivals = decodedEvents("custody_arrivals", "CustodyArrived", {
  deposit_id: "payload ->> 'depositId'",
  asset: "payload ->> 'copy'",
});
const reversals = decodedEvents("custody_reversals", "DepositReversed", { copies: "payload -> 'copies'" });
const endings = decodedEvents("custody_endings", "CustodyEnded", { asset: "payload ->> 'copy'" });

/**
 * The deposit that keeps each copy in custody; null once it was taken back, or the copy withdrawn or sent to another
 * log. For what came from another log its transit stands in place of a deposit. Only a hint: the deposit as of the head
 * decides.
 */
export const custodyProjection: Projection = {
  name: "custody",
  version: 2,
  tables: {
    custody: {
      columns: { asset: "text not null", deposit_id: "text" },
      key: ["asset"],
      fillfactor: 70,
    },
  },
  reads: [completions, arrivals, reversals, endings],
  apply: (table) => [
    `insert into ${table("custody")} (asset, deposit_id)
    select asset, (array_agg(deposit_id order by position desc))[1]
    from (
      select position, deposit_id, asset
      from custody_completions cross join lateral jsonb_array_elements_text(copies) as asset
      union all
      select position, deposit_id, asset from custody_arrivals
      union all
      select position, null, asset
      from custody_reversals cross join lateral jsonb_array_elements_text(copies) as asset
      union all
      select position, null, asset from custody_endings
    ) s
    group by asset
    on conflict (asset) do update set deposit_id = excluded.deposit_id`,
  ],
};

/** What is known of the copies of an approval. */
export interface NamedInDeposit {
  readonly copies: readonly string[];
  /** At whom they are on sight. */
  readonly sights: ReadonlyMap<string, string>;
}

/**
 * The copies that an approval of a deposit names, and at whom they are on sight, as far as the read model has come.
 * @param instances the platform's names of them; null for those of the first approval
 */
export async function namedInDeposit(
  models: ReadModels,
  depositId: string,
  instances: readonly string[] | null,
): Promise<NamedInDeposit> {
  const rows = await models.ask<Row & { readonly asset: string; readonly sighted_at: string | null }>(
    (table) => `with named as (
        select 'item:' || d.asset_id || ':' || i.instance as asset
        from ${table("deposits")} d cross join unnest($2::text[]) as i(instance) where d.deposit_id = $1
        union
        select c.asset from ${table("deposits")} d cross join jsonb_array_elements_text(d.copies::jsonb) as c(asset)
        where d.deposit_id = $1 and not $3::boolean
      )
      select asset, s.sighted_at from named left join ${table("copy_sightings")} s using (asset)`,
    [depositId, arrayLiteral(instances ?? []), instances !== null],
  );
  const sights = rows.flatMap(({ asset, sighted_at: at }) => (at === null ? [] : [[asset, at] as const]));
  return { copies: rows.map(({ asset }) => asset), sights: new Map(sights) };
}

/** Which of some copies are in custody, as far as the read model has come. */
export async function inCustody(models: ReadModels, copies: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await models.ask<Row & { readonly asset: string }>(
    (table) =>
      `select asset from ${table("custody")} where asset = any ($1::text[]) and deposit_id is not null`,
    [arrayLiteral(copies)],
  );
  return new Set(rows.map(({ asset }) => asset));
}

/** A copy that is in custody by the books, and was seen at a player at the platform. */
export interface CustodySighting extends Row {
  readonly copy: string;
  readonly player_id: string | null;
  readonly first_seen_at: bigint;
  readonly last_seen_at: bigint;
}

/** The missing copies, longest first, up to a maximum. The end of custody ends the alarm. */
export const custodySightings = (models: ReadModels, max: number): Promise<readonly CustodySighting[]> =>
  models.ask<CustodySighting>(
    (table) => `select s.copy, s.player_id, s.first_seen_at, s.last_seen_at
      from custody_sightings s join ${table("custody")} c on c.asset = s.copy and c.deposit_id is not null
      order by s.first_seen_at, s.copy limit $1`,
    [max],
  );
