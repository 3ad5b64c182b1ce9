import { playerAccount } from "#domain/accounts/account.ts";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { ENTRIES_SHOWN_MAX } from "#domain/features/inventory/rules.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { instantOf } from "../../kernel/values.ts";
import { LIMITED_COLUMNS, type LimitedRow, limitedOf } from "../limiteds/limiteds.ts";

interface EntryRow extends LimitedRow {
  readonly entry_id: bigint;
  readonly serial: number | null;
  readonly acquired_at: bigint;
  readonly synced_at: bigint;
  readonly in_play: boolean;
  readonly in_custody: boolean;
  readonly quantity: bigint;
}

/**
 * A player's inventory entries: one for each copy with a serial number; alike copies without one share an entry, by
 * custody, under the oldest of them. It lists free and staked copies, and those that the last sync saw but somebody
 * else holds.
 */
const ENTRIES = (table: TableNames): string => `with mine as (
    select c.asset, c.id as entry_id, s.serial, c.acquired_at, c.holder <> c.owner as in_play,
      case when s.sighted_at = $1::text then y.synced_at end as synced_at, d.deposit_id is not null as in_custody
    from ${table("copies")} c
      left join ${table("copy_sightings")} s on s.asset = c.asset
      left join ${table("inventory_syncs")} y on y.player_id = $1::text
      left join ${table("custody")} d on d.asset = c.asset
    where c.owner = $2::text
  ), elsewhere as (
    select p.asset, p.id, p.serial, p.seen_at, true, y.synced_at, d.deposit_id is not null
    from ${table("inventory_syncs")} y
      join ${table("sightings_in_play")} p on p.player_id = y.player_id and p.sync = y.sync
      left join ${table("custody")} d on d.asset = p.asset
    where y.player_id = $1::text
      and not exists (select from ${table("copies")} c where c.asset = p.asset and c.owner = $2::text)
  )
  select e.entry_id, e.serial, e.acquired_at, e.in_play, e.in_custody, coalesce(e.synced_at, e.acquired_at) as synced_at,
    e.quantity, ${LIMITED_COLUMNS}
  from (
    select *, row_number() over alike as age, count(*) over (alike rows between unbounded preceding and
      unbounded following) as quantity
    from (
      select *, split_part(asset, ':', 2)::bigint as item from (select * from mine union all select * from elsewhere) had
    ) copy
    window alike as (partition by item, in_play, in_custody, case when serial is not null then entry_id end order by entry_id)
  ) e
    join ${table("limiteds")} l on l.asset_id = e.item
    join ${table("limited_values")} v on v.asset_id = l.asset_id
  where e.age = 1 and e.entry_id < $3
  order by e.entry_id desc limit $4`;

/** A player's own items, newest first. An entry of several copies goes by the number of the oldest. */
export async function userLimiteds(
  models: ReadModels,
  playerId: string,
  { limit = ENTRIES_SHOWN_MAX, before = Number.MAX_SAFE_INTEGER }: Window = {},
): Promise<UserLimited[]> {
  const rows = await models.ask<EntryRow>(ENTRIES, [playerId, playerAccount(playerId), before, limit]);
  return rows.map((row) => entryOf(row, playerId));
}

function entryOf(row: EntryRow, playerId: string): UserLimited {
  const limited = limitedOf(row);
  return {
    id: Number(row.entry_id),
    userId: playerId,
    assetId: limited.robloxAssetId,
    limitedId: limited.robloxAssetId,
    itemName: limited.name,
    itemValue: limited.estimatedValue,
    serialNumber: row.serial,
    assetType: row.asset_type,
    quantity: Number(row.quantity),
    dateAcquired: instantOf(row.acquired_at),
    lastSynced: instantOf(row.synced_at),
    inPlay: row.in_play,
    inCustody: row.in_custody,
    limited,
  };
}
