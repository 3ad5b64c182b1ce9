import type { BesideLog } from "#projections/kernel/subscriber/beside-log.ts";

/** The name of the publication at the primary, and of the subscription in each subscriber. */
export const PUBLICATION = "florin_read_models";

/** The published tables: sources of read models, fences, and tables that queries join. */
export const publishedWith = (besideLog: readonly BesideLog[]): readonly BesideLog[] => [
  ...["events", "log_heads", "read_fences"].map((table) => ({ table })),
  ...besideLog,
];
