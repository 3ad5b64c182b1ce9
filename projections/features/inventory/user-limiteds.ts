import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { playerAccount } from "#domain/ledger/account.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { instantOf } from "../../kernel/values.ts";
import { LIMITED_COLUMNS, type LimitedRow, limitedOf } from "../limiteds/limiteds.ts";

interface EntryRow extends LimitedRow {
  readonly entry_id: bigint;
  readonly serial: number | null;
  readonly acquired_at: bigint;
  readonly synced_at: bigint;
  readonly in_play: boolean;
}

/** What a player has: copies that are free or staked, and those that the last sync saw and somebody else holds. */
const ENTRIES = (table: TableNames): string => `with mine as (
    select c.asset, c.id as entry_id, s.serial, c.acquired_at, c.holder <> c.owner as in_play,
      case when s.sighted_at = $1::text then y.synced_at end as synced_at
    from ${table("copies")} c
      left join ${table("copy_sightings")} s on s.asset = c.asset
      left join ${table("inventory_syncs")} y on y.player_id = $1::text
    where c.owner = $2::text
  ), elsewhere as (
    select p.asset, p.id, p.serial, p.seen_at, true, y.synced_at
    from ${table("inventory_syncs")} y
      join ${table("sightings_in_play")} p on p.player_id = y.player_id and p.sync = y.sync
    where y.player_id = $1::text
      and not exists (select from ${table("copies")} c where c.asset = p.asset and c.owner = $2::text)
  )
  select e.entry_id, e.serial, e.acquired_at, e.in_play, coalesce(e.synced_at, e.acquired_at) as synced_at,
    ${LIMITED_COLUMNS}
  from (select * from mine union all select * from elsewhere) e
    join ${table("limiteds")} l on l.asset_id = split_part(e.asset, ':', 2)::bigint
    join ${table("limited_values")} v on v.asset_id = l.asset_id
  order by e.entry_id desc`;

/**
 * A player's own items, newest first: each copy with a serial number by itself, copies without one together where
 * they are alike. Such an entry goes by the number of its oldest copy.
 */
export async function userLimiteds(models: ReadModels, playerId: string): Promise<UserLimited[]> {
  const rows = await models.ask<EntryRow>(ENTRIES, [playerId, playerAccount(playerId)]);
  const entries = new Map<string, UserLimited>();
  for (const row of rows) {
    const key = row.serial === null ? `${row.asset_id} ${row.in_play}` : `# ${row.entry_id}`;
    const others = entries.get(key)?.quantity ?? 0;
    // The last of them is the oldest, which stays longest: the entry is listed by it.
    entries.delete(key);
    entries.set(key, { ...entryOf(row, playerId), quantity: others + 1 });
  }
  return [...entries.values()];
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
    quantity: 1,
    dateAcquired: instantOf(row.acquired_at),
    lastSynced: instantOf(row.synced_at),
    inPlay: row.in_play,
    limited,
  };
}
