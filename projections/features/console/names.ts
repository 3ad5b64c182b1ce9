import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row, type Sql } from "../../kernel/sql.ts";
import { namedPlayerOf, type PlayerColumns } from "../players/identity.ts";

/** The names of players by their ids; of those who were forgotten there is none. */
export async function namesOfPlayers(sql: Pick<Sql, "query">, ids: readonly string[]) {
  const rows = await sql.query<PlayerColumns>(
    "select player_id, username, profile_image_url from identities where player_id = any ($1::text[])",
    [arrayLiteral([...new Set(ids)])],
  );
  return rows.map(namedPlayerOf);
}

/** The names of items by their numbers at the platform. */
export async function namesOfItems(models: ReadModels, assetIds: readonly string[]) {
  const rows = await models.ask<Row & { readonly asset_id: bigint; readonly name: string }>(
    (table) => `select asset_id, name from ${table("limiteds")} where asset_id = any ($1::bigint[])`,
    [arrayLiteral([...new Set(assetIds)])],
  );
  return rows.map(({ asset_id, name }) => ({ assetId: Number(asset_id), name }));
}
