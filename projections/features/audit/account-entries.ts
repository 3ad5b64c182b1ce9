import type { AuditEntry } from "#domain/features/audit/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { entryNumberFrom } from "#domain/ledger/entry-number.ts";
import { cursorAtPair, pairOf } from "../../kernel/cursor.ts";
import { newestEntriesSql } from "../../kernel/entry-runs.ts";
import type { LogReader, Page, PageQuery } from "../../kernel/log-reader.ts";
import { instantOf } from "../../kernel/values.ts";
import { amountOf, type LegColumns, legsShown } from "./amounts.ts";

/** Which entries are wanted: of one asset, after a position, and up to another that is included. */
export interface EntriesQuery extends PageQuery {
  readonly asset?: string | undefined;
  readonly after?: number | undefined;
  readonly last?: number | undefined;
}

interface EntryRow extends LegColumns {
  readonly position: bigint;
  readonly leg: number;
  readonly asset: string;
  readonly delta: bigint;
  readonly balance_after: bigint;
  readonly recorded_at: bigint;
  readonly type: string;
  readonly event_id: string;
  readonly stream: string;
}

/**
 * What happened to an account, the newest leg first, each with what was there after it and the other legs of its event.
 * Any page costs the same, however far back it is: one range of the index for each asset.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function accountEntries(
  reader: LogReader,
  account: string,
  { limit = LIST_LIMIT_DEFAULT, next, asset, after = 0, last = Number.MAX_SAFE_INTEGER }: EntriesQuery = {},
): Promise<Page<AuditEntry>> {
  const [position, leg] = pairOf(next);
  // A cursor that is older than the period's end goes on from there.
  const before = position <= last ? entryNumberFrom(position, leg) : entryNumberFrom(last + 1);
  const rows = await reader.sql.run<EntryRow>({
    name: "account_entries",
    text: ENTRIES,
    values: [reader.logId, account, asset ?? null, before, entryNumberFrom(after + 1), limit + 1],
  });
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => entryOf(row, account)),
    next: end === undefined ? null : cursorAtPair(Number(end.position), end.leg),
  };
}

// The index leads with the holding: the newest of each asset, by the index, then the newest of all.
const ENTRIES = `select e.position, e.leg, e.asset, e.delta, e.balance_after, v.recorded_at, v.type, v.event_id, v.stream,
    v.accounts, v.assets, v.deltas
  from (
    select n.*, h.log_id, h.asset from holdings h
      cross join lateral ${newestEntriesSql("h", { before: "$4::bigint", limit: "$6::int" })} n
    where h.log_id = $1::int and h.account = $2::text and ($3::text is null or h.asset = $3::text)
      and n.number >= $5::bigint
    order by n.number desc limit $6::int
  ) e join events v on v.log_id = e.log_id and v.position = e.position
  order by e.position desc, e.leg desc`;

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
