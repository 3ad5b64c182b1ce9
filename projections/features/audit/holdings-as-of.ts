import type { Held } from "#domain/features/audit/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { entryNumberFrom } from "#domain/ledger/entry-number.ts";
import { BadCursorError } from "../../kernel/cursor.ts";
import { newestEntriesSql } from "../../kernel/events/entry-runs.ts";
import type { LogReader, Page, PageQuery } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { amountOf } from "./amounts.ts";

/** Which holdings are wanted: those of one account or of all, after a position. */
export interface HoldingsQuery extends PageQuery {
  readonly account?: string | undefined;
  readonly position: number;
}

/** A page of holdings, and the position they are of. */
export interface HoldingsPage extends Page<Held> {
  readonly position: number;
}

interface HeldRow extends Row {
  readonly account: string;
  readonly asset: string;
  readonly number: bigint;
  readonly amount: bigint | null;
}

/**
 * What accounts held after a position, by account and asset. The cursor keeps the position, so that all pages are of
 * the same one however long the list is read. A page looks at `limit` holdings and leaves out those that were empty
 * then: it may be short, and another still follow.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function holdingsAsOf(
  reader: LogReader,
  { account, limit = LIST_LIMIT_DEFAULT, next, ...query }: HoldingsQuery,
): Promise<HoldingsPage> {
  const after =
    next === undefined ? { position: query.position, account: "", asset: "" } : await placeOf(reader, next);
  const isOne = account !== undefined;
  const rows = await reader.sql.run<HeldRow>({
    name: isOne ? "holdings_of_account" : "holdings_of_all",
    text: isOne ? OF_ACCOUNT : OF_ALL,
    values: [
      reader.logId,
      account ?? after.account,
      after.asset,
      limit + 1,
      entryNumberFrom(after.position + 1),
    ],
  });
  const seen = rows.slice(0, limit);
  const last = rows.length > limit ? seen.at(-1) : undefined;
  return {
    items: seen.flatMap(({ account: of, asset, amount }) =>
      amount === null || amount === 0n ? [] : [{ account: of, asset, amount: amountOf(asset, amount) }],
    ),
    next: last === undefined ? null : `${after.position}.${last.number}`,
    position: after.position,
  };
}

const holdingsText = (
  where: string,
): string => `select h.account, h.asset, h.number, e.balance_after as amount
  from (
    select log_id, account, asset, number from holdings where log_id = $1::int and ${where}
    order by log_id, account, asset limit $4::int
  ) h left join lateral ${newestEntriesSql("h", { before: "$5::bigint", limit: "1" })} e on true
  order by h.account, h.asset`;
const OF_ALL = holdingsText("(account, asset) > ($2::text, $3::text)");
const OF_ACCOUNT = holdingsText("account = $2::text and asset > $3::text");

const CURSOR = /^(\d{1,15})\.(\d{1,18})$/;

/** Where a page begins: behind the holding whose number the cursor has. */
async function placeOf({ sql, logId }: LogReader, next: string) {
  const [, position, number] = CURSOR.exec(next) ?? [];
  if (position === undefined || number === undefined) throw new BadCursorError();
  const [row] = await sql.run<Row & { readonly account: string; readonly asset: string }>({
    name: "holding_of_number",
    text: "select account, asset from holdings where log_id = $1::int and number = $2::bigint",
    values: [logId, number],
  });
  if (row === undefined) throw new BadCursorError();
  return { position: Number(position), account: row.account, asset: row.asset };
}
