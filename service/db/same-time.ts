import type { Row, Sql } from "#projections/kernel/sql.ts";

/** Farthest that this machine's clock may be from the database's at a start, in milliseconds. */
const APART_MS_MAX = 60_000;

/** The clocks of this machine and of the database differ: events would be dated wrongly for good. */
export class ClockError extends Error {
  override readonly name = "ClockError";
}

/**
 * Asserts that the database's clock shows the same time. Time in a log never goes back: started a day ahead, it would
 * stand still for a day once the clock is right.
 * @throws ClockError when it is more than a minute off
 */
export async function assertSameTime(db: Sql, now: () => number): Promise<void> {
  const before = now();
  const [row] = await db.query<Row & { readonly now: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
  );
  const there = row?.now ?? 0;
  const ahead = before > there ? before - there : Math.min(0, now() - there);
  if (Math.abs(ahead) <= APART_MS_MAX) return;
  const apart = `${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? "ahead of" : "behind"}`;
  throw new ClockError(`This machine's clock is ${apart} the database's: set the clocks`);
}
