import { insertRunsSql } from "../kernel/events/entry-runs.ts";

/**
 * What changes entries one by one, whichever runs they are in: while the statements run, `loose_entries` has them as
 * `holding_entries` shows them, and then they are kept as runs again.
 */
export const onEntries = (...statements: readonly string[]): readonly string[] => [
  "create table loose_entries as table holding_entries",
  ...statements,
  "delete from entry_runs",
  insertRunsSql("select * from loose_entries"),
  "drop table loose_entries",
];
