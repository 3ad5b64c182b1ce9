import { isMoney } from "#domain/accounts/account.ts";
import type { LedgerEntry } from "#domain/features/ledger/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { entryNumberFrom, LEGS_MAX } from "#domain/ledger/entry-number.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import { type EntryColumns, entriesOfRunSql, newestEntriesSql } from "../../kernel/events/entry-runs.ts";
import type { LogReader, Page, PageQuery } from "../../kernel/replicas/log-reader.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

interface EntryRow extends EntryColumns {
  readonly account: string;
  readonly game_id: string | null;
}

const ENTRY_COLUMNS = `e.position, e.leg, e.account, e.asset, e.delta, e.balance_after,
  v.recorded_at, v.type, coalesce(v.payload::jsonb ->> 'roundId', v.payload::jsonb ->> 'betId', v.payload::jsonb ->> 'gameId') as game_id`;

/**
 * An account's entries, newest event first with its legs in order. A page holds whole events: fewer entries than asked
 * for if the next event would not fit, more if one event alone exceeds it.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function ledgerEntries(
  { sql, logId }: LogReader,
  account: string,
  { limit = LIST_LIMIT_DEFAULT, next }: PageQuery = {},
): Promise<Page<LedgerEntry>> {
  const before = placeOf(next);
  const rows = await sql.run<EntryRow>({
    name: "ledger_entries",
    text: NEWEST_ENTRIES,
    values: [logId, account, entryNumberFrom(before), limit + 1],
  });
  if (rows.length <= limit) return { items: rows.map(entryOf), next: null };
  const whole = wholeEvents(rows, limit);
  const shown = whole.length > 0 ? whole : await legsOf({ sql, logId }, account, rows[0] as EntryRow);
  const last = shown.at(-1)?.position ?? 0n;
  return { items: shown.map(entryOf), next: cursorAt(Number(last)) };
}

// The index leads with the holding: the newest of each asset, by the index, then the newest of all.
const NEWEST_ENTRIES = `select ${ENTRY_COLUMNS}
  from (
    select n.*, h.log_id, h.account, h.asset from holdings h
      cross join lateral ${newestEntriesSql("h", { before: "$3::bigint", limit: "$4::int" })} n
    where h.log_id = $1::int and h.account = $2::text
    order by n.number desc limit $4::int
  ) e join events v on v.log_id = e.log_id and v.position = e.position
  order by e.position desc, e.leg`;

/** The leading whole events that fit. One extra row was read, so a cut-off last event never fits. */
function wholeEvents(rows: readonly EntryRow[], limit: number): readonly EntryRow[] {
  let end = limit;
  while (end > 0 && rows[end - 1]?.position === rows[end]?.position) end -= 1;
  return rows.slice(0, end);
}

/** All legs of one event that touch an account: of each holding the runs that may have one. */
function legsOf(
  { sql, logId }: LogReader,
  account: string,
  { position }: EntryRow,
): Promise<readonly EntryRow[]> {
  const at = Number(position);
  return sql.query<EntryRow>(
    `select ${ENTRY_COLUMNS}
      from (
        select n.*, h.account, h.asset from holdings h cross join lateral (
          select first_entry, entries from entry_runs
          where log_id = h.log_id and holding = h.number and first_entry < $4::bigint
            and first_entry >= coalesce((select max(first_entry) from entry_runs
              where log_id = h.log_id and holding = h.number and first_entry <= $3::bigint), 0)
          order by first_entry desc limit ${LEGS_MAX}
        ) r cross join lateral ${entriesOfRunSql("r")} n
        where h.log_id = $1::int and h.account = $2::text and n.number >= $3::bigint and n.number < $4::bigint
      ) e join events v on v.log_id = $1::int and v.position = $5::bigint
      order by e.leg`,
    [logId, account, entryNumberFrom(at), entryNumberFrom(at + 1), at],
  );
}

function entryOf(row: EntryRow): LedgerEntry {
  const amountOf = isMoney(row.asset) ? moneyOf : Number;
  return {
    position: Number(row.position),
    leg: row.leg,
    at: instantOf(row.recorded_at),
    type: row.type,
    account: row.account,
    asset: row.asset,
    delta: amountOf(row.delta),
    balanceAfter: amountOf(row.balance_after),
    ...(row.game_id === null ? {} : { gameId: row.game_id }),
  };
}
