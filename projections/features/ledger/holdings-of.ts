import { CURRENCIES, type Currency } from "#domain/accounts/account.ts";
import type { Minor } from "#domain/kernel/money.ts";
import type { LogReader } from "../../kernel/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";

/** What an account holds of each currency, in minor units, as of the newest event: never stale. */
export async function currencyHoldings(
  { sql, logId }: LogReader,
  account: string,
): Promise<Readonly<Record<Currency, Minor>>> {
  const rows = await sql.run<Row & { readonly asset: Currency; readonly amount: bigint }>({
    name: "currency_holdings",
    text: `select asset, amount from holdings
      where log_id = $1::int and account = $2::text and asset = any ($3::text[])`,
    values: [logId, account, arrayLiteral(CURRENCIES)],
  });
  const held: Record<Currency, Minor> = { RBX: 0n, TIX: 0n };
  for (const { asset, amount } of rows) held[asset] = amount;
  return held;
}
