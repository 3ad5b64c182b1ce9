/**
 * Settings of a connection that plans each prepared statement once, for any parameters. By itself PostgreSQL plans one
 * with small arrays each time, since it estimates such a plan as cheaper by more than planning costs; planning the
 * append takes longer than running it. A plan for ever may stem from empty tables, so sequential scans are off.
 */
export const plannedOnce = "set plan_cache_mode to 'force_generic_plan'; set enable_seqscan to off";
