import type { Copy } from "#domain/accounts/item.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

/** The transits by which copies left this log last, as far as the read model has come. It says where to look. */
export async function lastDepartures(
  models: ReadModels,
  copies: readonly Copy[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await models.ask<Row & { readonly asset: string; readonly transit_id: string }>(
    (table) => `select distinct on (asset) asset, transit_id from ${table("transit_copies")}
      where asset = any ($1::text[]) and direction = 'out' order by asset, began_position desc`,
    [arrayLiteral(copies)],
  );
  return new Map(rows.map(({ asset, transit_id: id }) => [asset, id]));
}

/** A copy that came by a transit and has left the site, not yet confirmed by the log it came from. */
export interface GoneCopy {
  /** The transit that it came by. */
  readonly id: string;
  readonly asset: string;
  readonly position: number;
}

/** The oldest of those to be told to a log, from a position on. */
export async function goneToTell(
  models: ReadModels,
  peer: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly GoneCopy[]> {
  const rows = await models.ask<
    Row & { readonly transit_id: string; readonly asset: string; readonly said_position: bigint }
  >(
    (table) => `select transit_id, asset, said_position from ${table("gone_copies")}
      where peer = $1::int and not is_told and said_position > $2 order by said_position limit $3`,
    [peer, after, limit],
  );
  return rows.map(({ transit_id: id, asset, said_position: at }) => ({ id, asset, position: Number(at) }));
}
