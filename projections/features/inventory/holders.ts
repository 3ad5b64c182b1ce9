import { type Account, platform, playerAccount } from "#domain/accounts/account.ts";
import type { Copy } from "#domain/accounts/item.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

/** The holder of each copy as of the newest event; copies without one are absent. */
export async function holdersOf(
  { sql, logId }: LogReader,
  copies: readonly Copy[],
): Promise<ReadonlyMap<string, Account>> {
  const rows = await sql.run<Row & { readonly asset: string; readonly account: Account }>({
    name: "holders_of_copies",
    text: `select asset, account from holdings
      where log_id = $1::int and asset = any ($2::text[]) and asset like 'item:%' and amount = 1 and account <> $3`,
    values: [logId, arrayLiteral(copies), platform],
  });
  return new Map(rows.map(({ asset, account }) => [asset, account]));
}

/** The copies that a player holds free, as of the newest event. */
export async function freeCopiesOf({ sql, logId }: LogReader, playerId: string): Promise<readonly Copy[]> {
  const rows = await sql.run<Row & { readonly asset: Copy }>({
    name: "free_copies",
    text: `select asset from holdings
      where log_id = $1::int and account = $2::text and asset like 'item:%' and amount = 1
      order by asset collate "C"`,
    values: [logId, playerAccount(playerId)],
  });
  return rows.map(({ asset }) => asset);
}

/** Which player has each of some copies on sight, as far as the read model has come. */
export async function sightedAt(
  models: ReadModels,
  copies: readonly Copy[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await models.ask<Row & { readonly asset: string; readonly sighted_at: string }>(
    (table) => `select asset, sighted_at from ${table("copy_sightings")}
      where asset = any ($1::text[]) and sighted_at is not null`,
    [arrayLiteral(copies)],
  );
  return new Map(rows.map(({ asset, sighted_at }) => [asset, sighted_at]));
}
