import { MONEY, type Money } from "#domain/accounts/account.ts";
import type { Minor } from "#domain/kernel/money.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

/** What an account holds of each kind of money, in minor units, as of the newest event: never stale. */
export async function moneyHoldings(
  { sql, logId }: LogReader,
  account: string,
): Promise<Readonly<Record<Money, Minor>>> {
  const rows = await sql.run<Row & { readonly asset: Money; readonly amount: bigint }>({
    name: "money_holdings",
    text: `select asset, amount from holdings
      where log_id = $1::int and account = $2::text and asset = any ($3::text[])`,
    values: [logId, account, arrayLiteral(MONEY)],
  });
  const held: Record<Money, Minor> = { RBX: 0n, TIX: 0n, USD: 0n };
  for (const { asset, amount } of rows) held[asset] = amount;
  return held;
}
