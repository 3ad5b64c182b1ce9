import { entryNumberSql, legOfEntrySql, positionOfEntrySql } from "#domain/ledger/entry-number.ts";

/** A run, which is a row of `entry_runs`, holds at most this many entries. */
export const RUN_ENTRIES_MAX = 64;

/**
 * The entries of a run, one by one, as a subquery of SQL: `number`, `position`, `leg`, `delta` and `balance_after`.
 * @param run what the row of `entry_runs` is called
 */
export const entriesOfRunSql = (run: string): string => `(
  select number, ${positionOfEntrySql("number")} as position, ${legOfEntrySql("number")} as leg, delta, balance_after
  from (
    select ${run}.first_entry + ${run}.entries[i][1] as number, ${run}.entries[i][2] as delta,
      ${run}.entries[i][3] as balance_after
    from generate_subscripts(${run}.entries, 1) as i
  ) e)`;

/**
 * A statement that keeps entries as runs. Where one run ends and the next begins tells nobody anything.
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

/**
 * The runs that are not where readers look for their entries, as a query of `log_id`, `holding` and `position`: one
 * that does not begin with its first entry, whose entries do not rise, or that begins before the one ahead of it has
 * ended. Which entries there are is not its question.
 */
export const MISPLACED_RUNS = `select log_id, holding, ${positionOfEntrySql("first_entry")} as position from (
    select *, lag(first_entry + entries[array_upper(entries, 1)][1], 1, -1) over (
      partition by log_id, holding order by first_entry) as ahead
    from entry_runs
  ) r
  where (
    first_entry > ahead and entries[1][1] = 0 and cardinality(entries) = 3 * array_upper(entries, 1)
    and (select coalesce(bool_and(coalesce(entries[i][1] > entries[i - 1][1], false)), true)
      from generate_series(2, array_upper(entries, 1)) as i)
  ) is not true`;
