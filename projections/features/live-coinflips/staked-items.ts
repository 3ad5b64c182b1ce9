import { playerAccount } from "#domain/accounts/account.ts";
import { assetIdOf, type Copy, isCopy } from "#domain/accounts/item.ts";
import type { ProvenItem } from "#domain/accounts/proven-item.ts";
import { isAcceptedValue, type ValueContext } from "#domain/features/limiteds/rules.ts";
import type { BetItem, StakedItem } from "#domain/features/live-coinflips/contract.ts";
import type { FreeCopy, UnmetContext } from "#domain/features/live-coinflips/items/items.ts";
import type { Stake } from "#domain/features/live-coinflips/items/stake.ts";
import type { Minor } from "#domain/kernel/money.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";
import { pictureAddress } from "../limiteds/limiteds.ts";

/** How many free copies are looked at for a stake: more than one side may stake, of the most valuable items. */
const FREE_COPIES_MAX = 5_000;

interface FreeRow extends Row {
  readonly asset: Copy;
  readonly serial: number | null;
  readonly id: bigint;
  readonly value: bigint;
  readonly source: ValueContext;
  readonly value_at: bigint;
  readonly deposit_id: string | null;
}

/** A free copy, with the deposit that keeps it in custody and whether its value counts for stakes. */
export interface FoundCopy extends FreeCopy {
  readonly depositId: string | null;
  readonly isValued: boolean;
}

/**
 * The copies that a player has free, the most valuable first, as far as the read model has come.
 * @param at milliseconds
 */
export async function freeCopies(models: ReadModels, playerId: string, at: number): Promise<FoundCopy[]> {
  const rows = await models.ask<FreeRow>(
    (table) => `select c.asset, s.serial, c.id, v.value, v.source, v.value_at, d.deposit_id
      from ${table("copies")} c
        join ${table("limited_values")} v on v.asset_id = split_part(c.asset, ':', 2)::bigint
        left join ${table("copy_sightings")} s on s.asset = c.asset
        left join ${table("custody")} d on d.asset = c.asset
      where c.owner = $1 and c.holder = $1 and c.id is not null
      order by v.value desc, c.id limit ${FREE_COPIES_MAX}`,
    [playerAccount(playerId)],
  );
  return rows.map(({ asset, serial, id, value, source, value_at: valueAt, deposit_id: depositId }) => ({
    copy: asset,
    serial,
    id: Number(id),
    value,
    inCustody: depositId !== null,
    depositId,
    isValued: isAcceptedValue({ source, valueAt: Number(valueAt) }, at),
  }));
}

interface GroundRow extends Row {
  readonly is_listed: boolean;
  readonly entry_of: bigint | null;
  readonly in_play: bigint;
}

/** What explains that a player's free copies do not cover a bet on items. */
export async function unmetContext(
  models: ReadModels,
  { playerId, bet }: { readonly playerId: string; readonly bet: BetItem },
): Promise<UnmetContext> {
  const [row] = await models.ask<GroundRow>(
    (table) => `with mine as (
        select id, split_part(asset, ':', 2)::bigint as item, holder <> owner as in_play
        from ${table("copies")} where owner = $2::text
        union all
        select p.id, split_part(p.asset, ':', 2)::bigint, true
        from ${table("inventory_syncs")} y
          join ${table("sightings_in_play")} p on p.player_id = y.player_id and p.sync = y.sync
        where y.player_id = $1::text
          and not exists (select from ${table("copies")} c where c.asset = p.asset and c.owner = $2::text)
      )
      select exists (select from ${table("limited_values")} where asset_id = $3::bigint) as is_listed,
        (select item from mine where id = $4::bigint limit 1) as entry_of,
        (select count(*) from mine where in_play and item = $3::bigint) as in_play`,
    [playerId, playerAccount(playerId), bet.limitedId, bet.inventoryId ?? null],
  );
  return {
    isListed: row?.is_listed ?? false,
    entryOf: row?.entry_of == null ? null : Number(row.entry_of),
    inPlay: Number(row?.in_play ?? 0n),
  };
}

/** Names of staked copies; empty for a currency. */
export type ItemFaces = ReadonlyMap<string, { readonly name: string; readonly serial: number | null }>;

interface FaceRow extends Row {
  readonly asset: string;
  readonly name: string | null;
  readonly serial: number | null;
}

/** Names and serial numbers of every copy at stake in some games. */
export async function facesOf(models: ReadModels, stakes: readonly Stake[]): Promise<ItemFaces> {
  const copies = [...new Set(stakes.flat().flatMap(({ asset }) => (isCopy(asset) ? [asset] : [])))];
  if (copies.length === 0) return new Map();
  const rows = await models.ask<FaceRow>(
    (table) => `select k.asset, l.name, s.serial from unnest($1::text[]) as k(asset)
      left join ${table("limiteds")} l on l.asset_id = split_part(k.asset, ':', 2)::bigint
      left join ${table("copy_sightings")} s on s.asset = k.asset`,
    [arrayLiteral(copies)],
  );
  return new Map(rows.map(({ asset, name, serial }) => [asset, { name: name ?? "", serial }]));
}

/** Staked copies as answers show them: alike ones without a serial number together, each at the value of one. */
export function stakedItems(stakes: Stake, faces: ItemFaces): StakedItem[] {
  const items = new Map<string, StakedItem>();
  for (const { asset, value, inCustody = false } of stakes) {
    if (!isCopy(asset)) continue;
    const limitedId = assetIdOf(asset);
    const { name = "", serial = null } = faces.get(asset) ?? {};
    const key = serial === null ? `${limitedId} ${value} ${inCustody}` : asset;
    const quantity = 1 + (items.get(key)?.quantity ?? 0);
    const imageUrl = pictureAddress(limitedId);
    items.set(key, {
      limitedId,
      quantity,
      name,
      imageUrl,
      value: moneyOf(BigInt(value)),
      serialNumber: serial,
      inCustody,
    });
  }
  return [...items.values()];
}

/** Staked copies as proofs name them; none of a currency. */
export const provenItems = (stakes: Stake): ProvenItem[] =>
  stakes.flatMap(({ asset, value, inCustody }) =>
    isCopy(asset)
      ? [
          {
            limitedId: assetIdOf(asset),
            instance: asset.slice(asset.lastIndexOf(":") + 1),
            value: moneyOf(BigInt(value)),
            inCustody: inCustody === true,
          },
        ]
      : [],
  );

interface StakeValueRow extends Row {
  readonly asset_id: bigint;
  readonly value: bigint;
  readonly source: ValueContext;
  readonly value_at: bigint;
}

/**
 * The stake value of some items' copies, in minor units; null without a usable value. Items outside the catalogue are
 * left out.
 * @param at milliseconds
 */
export async function stakeValuesOf(
  models: ReadModels,
  assetIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, Minor | null>> {
  const rows = await models.ask<StakeValueRow>(
    (table) => `select asset_id, value, source, value_at from ${table("limited_values")}
      where asset_id = any ($1::bigint[])`,
    [arrayLiteral(assetIds.map(String))],
  );
  return new Map(
    rows.map(({ asset_id: id, value, source, value_at: valueAt }) => {
      const counts = value > 0n && isAcceptedValue({ source, valueAt: Number(valueAt) }, at);
      return [Number(id), counts ? value : null];
    }),
  );
}
