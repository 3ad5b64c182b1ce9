/**
 * Settings of a connection that plans each prepared statement once, for any parameters. By itself PostgreSQL plans one
 * with small arrays each time, since it estimates such a plan as cheaper by more than planning costs; planning the
 * append takes longer than running it. A plan stays until its tables are analyzed, which PGlite never does by itself,
 * and may stem from empty tables: without sequential scans it uses an index, though not always the best.
 */
export const plannedOnce = "set plan_cache_mode to 'force_generic_plan'; set enable_seqscan to off";
