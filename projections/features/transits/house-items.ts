import { house } from "#domain/accounts/account.ts";
import { assetIdOf, type Copy } from "#domain/accounts/item.ts";
import type { HouseItem } from "#domain/features/transits/contract.ts";
import type { KeptCopy } from "#domain/features/transits/copies.ts";
import { HOUSE_ITEMS_MAX } from "#domain/features/transits/rules.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

interface CustodyRow extends Row {
  readonly asset: Copy;
  readonly deposit_id: string;
  readonly serial: number | null;
}

/** The keepers and serial numbers of copies in custody, as far as the read model has come. */
export async function custodiesOf(models: ReadModels, copies: readonly Copy[]): Promise<KeptCopy[]> {
  const rows = await models.ask<CustodyRow>(
    (table) => `select d.asset, d.deposit_id, s.serial from ${table("custody")} d
      left join ${table("copy_sightings")} s on s.asset = d.asset
      where d.asset = any ($1::text[]) and d.deposit_id is not null`,
    [arrayLiteral(copies)],
  );
  return rows.map(({ asset, deposit_id: depositId, serial }) => ({ copy: asset, depositId, serial }));
}

interface HouseRow extends Row {
  readonly asset: Copy;
  readonly name: string | null;
  readonly serial: number | null;
}

/** The copies that the house has free and in custody, the oldest first. */
export async function houseItems(models: ReadModels): Promise<HouseItem[]> {
  const rows = await models.ask<HouseRow>(
    (table) => `select c.asset, l.name, s.serial from ${table("copies")} c
      join ${table("custody")} d on d.asset = c.asset and d.deposit_id is not null
      left join ${table("copy_sightings")} s on s.asset = c.asset
      left join ${table("limiteds")} l on l.asset_id = split_part(c.asset, ':', 2)::bigint
      where c.owner = $1 and c.holder = $1 order by c.id limit $2`,
    [house, HOUSE_ITEMS_MAX],
  );
  return rows.map(({ asset, name, serial }) => {
    const limitedId = assetIdOf(asset);
    // An item may have come from a log whose catalogue has it, and this one's does not.
    return { copy: asset, limitedId, name: name ?? `Item ${limitedId}`, serial };
  });
}
