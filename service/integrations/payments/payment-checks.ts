import type { Database, Row, Sql } from "#projections/kernel/sql.ts";
import type { CheckoutRow } from "./checkouts.ts";
import type { Difference } from "./differences.ts";
import type { ProviderName } from "./provider.ts";

/** Lease for comparing a night, in milliseconds: longer than reading the lists may take. */
const LEASE_MS = 3_600_000;
/** Most differences stored per night. */
const KEPT_MAX = 200;
/** Most rows of each kind shown. */
const SHOWN_MAX = 50;

/** Claims a night for comparison, unless it is done or another process holds the lease. */
export async function claimNight(db: Database, night: string): Promise<"claimed" | "done" | "taken"> {
  const rows = await db.query(
    `insert into payment_checks as t (night, leased_until)
      values ($1, clock_timestamp() + $2::int * interval '1 millisecond')
      on conflict (night) do update set leased_until = excluded.leased_until
        where t.finished_at is null and t.leased_until < clock_timestamp()
      returning 1 as claimed`,
    [night, LEASE_MS],
  );
  if (rows.length === 1) return "claimed";
  const finished = await db.query(
    "select 1 as done from payment_checks where night = $1 and finished_at is not null",
    [night],
  );
  return finished.length === 1 ? "done" : "taken";
}

/** Stores the differences found at a provider. */
export async function keepDifferences(
  sql: Sql,
  { night, provider }: { readonly night: string; readonly provider: ProviderName },
  differences: readonly Difference[],
): Promise<void> {
  for (const { reference, paymentId, what, ours, theirs } of differences.slice(0, KEPT_MAX))
    await sql.query(
      `insert into payment_differences (night, provider, reference, payment_id, what, ours, theirs)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [night, provider, reference, paymentId, what, ours, theirs],
    );
}

/** Ends the comparison of a night. */
export async function finishNight(
  sql: Sql,
  night: string,
  { found, trouble, at }: { readonly found: number; readonly trouble: string | null; readonly at: number },
): Promise<void> {
  await sql.query("update payment_checks set finished_at = $2, found = $3, trouble = $4 where night = $1", [
    night,
    at,
    found,
    trouble,
  ]);
}

interface OpenRow extends CheckoutRow {
  readonly due_at: bigint;
}
interface HintRow extends Row {
  readonly provider: ProviderName;
  readonly event_id: string;
  readonly type: string;
  readonly reference: string | null;
  readonly received_at: bigint;
}
interface DifferenceRow extends Row {
  readonly night: string;
  readonly provider: ProviderName;
  readonly reference: string;
  readonly payment_id: string | null;
  readonly what: Difference["what"];
  readonly ours: bigint;
  readonly theirs: bigint;
}
interface CheckRow extends Row {
  readonly night: string;
  readonly finished_at: bigint | null;
  readonly found: number;
  readonly trouble: string | null;
}

/** Payments that will be read again, newest first. */
export const openPayments = (sql: Sql) =>
  sql.query<OpenRow>(
    `select * from payment_checkouts where due_at is not null order by created_at desc, payment_id limit ${SHOWN_MAX}`,
  );

/** Webhooks received, the newest first, without their bodies. */
export const newestHints = (sql: Sql) =>
  sql.query<HintRow>(
    `select provider, event_id, type, reference, received_at from payment_hints
      order by received_at desc, event_id limit ${SHOWN_MAX}`,
  );

/** Differences, newest night first. */
export const newestDifferences = (sql: Sql) =>
  sql.query<DifferenceRow>(
    `select * from payment_differences order by night desc, provider, reference, what limit ${SHOWN_MAX}`,
  );

/** The newest comparison; null before the first. */
export async function newestCheck(sql: Sql): Promise<CheckRow | null> {
  const [row] = await sql.query<CheckRow>("select * from payment_checks order by night desc limit 1");
  return row ?? null;
}
