import { entryNumberSql, legOfEntrySql, positionOfEntrySql } from "#domain/ledger/entry-number.ts";
import type { Row } from "../sql.ts";

/** A run, which is a row of `entry_runs`, holds at most this many entries. */
export const RUN_ENTRIES_MAX = 64;

/** The number of a run's n-th entry; null where damage has made it one that no entry can have. */
const numberIn = (run: string, nth: string): string => `case when ${run}.first_entry >= 0
  and ${run}.entries[${nth}][1] <= 9223372036854775807 - ${run}.first_entry
  then ${run}.first_entry + ${run}.entries[${nth}][1] end`;

/**
 * The entries of a run, one by one, as a subquery of SQL: `number`, `position`, `leg`, `delta` and `balance_after`.
 * @param run what the row of `entry_runs` is called
 */
export const entriesOfRunSql = (run: string): string => `(
  select number, ${positionOfEntrySql("number")} as position, ${legOfEntrySql("number")} as leg, delta, balance_after
  from (
    select ${numberIn(run, "i")} as number, ${run}.entries[i][2] as delta, ${run}.entries[i][3] as balance_after
    from generate_subscripts(${run}.entries, 1) as i
  ) e)`;

/**
 * A statement that keeps entries as runs. Run boundaries carry no meaning.
 * @param rows a query of entries that no run holds: `log_id`, `holding`, `position`, `leg`, `delta`, `balance_after`
 */
export const insertRunsSql = (
  rows: string,
): string => `insert into entry_runs (log_id, holding, first_entry, entries)
  select log_id, holding, first_entry, array_agg(array[number - first_entry, delta, balance_after] order by number)
  from (
    select *, min(number) over (partition by log_id, holding, run) as first_entry
    from (
      select *, (row_number() over (partition by log_id, holding order by number) - 1) / ${RUN_ENTRIES_MAX} as run
      from (
        select log_id, holding, ${entryNumberSql("position::bigint", "leg")} as number, delta::bigint,
          balance_after::bigint
        from (${rows}) e
      ) e
    ) e
  ) e
  group by log_id, holding, first_entry`;

/** An entry of an account, and of its event. */
export interface EntryColumns extends Row {
  readonly position: bigint;
  readonly leg: number;
  readonly asset: string;
  readonly delta: bigint;
  readonly balance_after: bigint;
  readonly recorded_at: bigint;
  readonly type: string;
}

/**
 * The newest entries of a holding before a number, as a subquery of SQL: columns as of `entriesOfRunSql`. Each run has
 * an entry at least, so that no more runs are read than entries are wanted.
 * @param holding what the row of `holdings` is called
 * @param before the number, and `limit` how many, as SQL
 */
export const newestEntriesSql = (
  holding: string,
  { before, limit }: { readonly before: string; readonly limit: string },
): string => `(
  select n.* from (
    select first_entry, entries from entry_runs
    where log_id = ${holding}.log_id and holding = ${holding}.number and first_entry < ${before}
    order by first_entry desc limit ${limit}
  ) r cross join lateral ${entriesOfRunSql("r")} n
  where n.number < ${before}
  order by r.first_entry desc, n.number desc limit ${limit})`;

/**
 * The oldest entries of a holding from a number on, in the same columns. The run that the number falls into may have
 * none of them, so one run more is read than entries are wanted.
 * @param from the number, and `limit` how many, as SQL
 */
export const oldestEntriesSql = (
  holding: string,
  { from, limit }: { readonly from: string; readonly limit: string },
): string => `(
  select n.* from (
    select first_entry, entries from entry_runs
    where log_id = ${holding}.log_id and holding = ${holding}.number and first_entry >= coalesce((
      select max(first_entry) from entry_runs
      where log_id = ${holding}.log_id and holding = ${holding}.number and first_entry <= ${from}), 0)
    order by first_entry limit ${limit} + 1
  ) r cross join lateral ${entriesOfRunSql("r")} n
  where n.number >= ${from}
  order by r.first_entry, n.number limit ${limit})`;

/**
 * Misplaced or malformed runs, as a query of `log_id`, `holding` and `position`: too long, not beginning with its first
 * entry, with entries that do not rise, or beginning before the previous one has ended. It does not check which entries
 * exist.
 */
export const MISPLACED_RUNS = `select log_id, holding, ${positionOfEntrySql("first_entry")} as position from (
    select *, lag(last_entry, 1, -1) over (partition by log_id, holding order by first_entry) as ahead from (
      select *, ${numberIn("entry_runs", "array_upper(entries, 1)")} as last_entry from entry_runs
    ) r
  ) r
  where (
    first_entry > ahead and last_entry is not null and entries[1][1] = 0
    and array_upper(entries, 1) <= ${RUN_ENTRIES_MAX} and cardinality(entries) = 3 * array_upper(entries, 1)
    and (select coalesce(bool_and(coalesce(entries[i][1] > entries[i - 1][1], false)), true)
      from generate_series(2, array_upper(entries, 1)) as i)
  ) is not true`;
