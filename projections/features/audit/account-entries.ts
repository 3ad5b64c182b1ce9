import type { AuditEntry } from "#domain/features/audit/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { entryNumberFrom } from "#domain/ledger/entry-number.ts";
import { cursorAtPair, pairOf } from "../../kernel/cursor.ts";
import { type EntryColumns, newestEntriesSql, oldestEntriesSql } from "../../kernel/events/entry-runs.ts";
import { type LogReader, type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { instantOf } from "../../kernel/values.ts";
import { amountOf, type LegColumns, legsShown } from "./amounts.ts";

/** Which entries are wanted: of one asset, after a position, and up to another that is included. */
export interface EntriesQuery extends PageQuery {
  readonly asset?: string | undefined;
  readonly after?: number | undefined;
  readonly last?: number | undefined;
  /** The newest first, unless the oldest are asked for. */
  readonly order?: "newest" | "oldest" | undefined;
}

interface EntryRow extends EntryColumns, LegColumns {
  readonly event_id: string;
  readonly stream: string;
}

/**
 * An account's entries, from the newest or the oldest, each with the balance after it and the other legs of its event.
 * Any page costs the same, however far back it is: one range of the index for each asset.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function accountEntries(
  reader: LogReader,
  account: string,
  query: EntriesQuery = {},
): Promise<Page<AuditEntry>> {
  const { limit = LIST_LIMIT_DEFAULT, asset, order = "newest" } = query;
  const { from, before } = rangeOf(query);
  const rows = await reader.sql.run<EntryRow>({
    name: order === "oldest" ? "oldest_account_entries" : "account_entries",
    text: ENTRIES[order],
    values: [reader.logId, account, asset ?? null, before, from, limit + 1],
  });
  return pageOf(rows, limit, {
    item: (row) => entryOf(row, account),
    cursor: ({ position, leg }) => cursorAtPair(Number(position), leg),
  });
}

/** The numbers of the entries that are wanted: `from` is included, `before` is not. */
function rangeOf({ next, after = 0, last = Number.MAX_SAFE_INTEGER, order }: EntriesQuery) {
  const period = { from: entryNumberFrom(after + 1), before: entryNumberFrom(last + 1) };
  if (next === undefined) return period;
  const [position, leg] = pairOf(next);
  // A cursor outside the period continues from its edge.
  if (order === "oldest")
    return position > after ? { ...period, from: entryNumberFrom(position, leg + 1) } : period;
  return position <= last ? { ...period, before: entryNumberFrom(position, leg) } : period;
}

const BOUNDS = { before: "$4::bigint", from: "$5::bigint", limit: "$6::int" };

// The index leads with the holding: the first of each asset in that order, by the index, then the first of all.
const entriesText = (
  entries: string,
  way: "asc" | "desc",
): string => `select e.position, e.leg, e.asset, e.delta, e.balance_after, v.recorded_at, v.type, v.event_id, v.stream,
    v.accounts, v.assets, v.deltas
  from (
    select n.*, h.log_id, h.asset from holdings h
      cross join lateral ${entries} n
    where h.log_id = $1::int and h.account = $2::text and ($3::text is null or h.asset = $3::text)
      and n.number >= ${BOUNDS.from} and n.number < ${BOUNDS.before}
    order by n.number ${way} limit ${BOUNDS.limit}
  ) e join events v on v.log_id = e.log_id and v.position = e.position
  order by e.position ${way}, e.leg ${way}`;
const ENTRIES = {
  newest: entriesText(newestEntriesSql("h", BOUNDS), "desc"),
  oldest: entriesText(oldestEntriesSql("h", BOUNDS), "asc"),
} as const;

const entryOf = (row: EntryRow, account: string): AuditEntry => ({
  position: Number(row.position),
  leg: row.leg,
  at: instantOf(row.recorded_at),
  type: row.type,
  eventId: row.event_id,
  stream: row.stream,
  account,
  asset: row.asset,
  delta: amountOf(row.asset, row.delta),
  balanceAfter: amountOf(row.asset, row.balance_after),
  otherLegs: legsShown(row, row.leg),
  otherLegsTotal: row.accounts.length - 1,
});
