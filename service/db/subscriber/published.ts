import type { BesideLog } from "#projections/kernel/subscriber/beside-log.ts";

/** The name of the publication at the primary, and of the subscription to it in each subscriber's database. */
export const PUBLICATION = "florin_read_models";

/** The tables that are published: what read models are built from, the fences, and what questions join. */
export const publishedWith = (besideLog: readonly BesideLog[]): readonly BesideLog[] => [
  ...["events", "log_heads", "read_fences"].map((table) => ({ table })),
  ...besideLog,
];
