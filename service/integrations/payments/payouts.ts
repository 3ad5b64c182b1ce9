import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/kernel/time.ts";
import type { Database, Row, Sql } from "#projections/kernel/sql.ts";
import type { PayoutOutcome } from "./payout-provider.ts";

/** When a payout is read after it was begun, in milliseconds, then each hour, and each day later on. */
const LOOKS_MS = [3 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const;
const HOURLY_MS = 45 * DAY_MS;
/** How long a paid payout is still read, since it may be returned. */
const WATCHED_MS = 60 * DAY_MS;
/** Lease for handling a payout: longer than its requests may take. */
const LEASE_MS = 120_000;
/** Maximum characters of an error text. */
const TROUBLE_CHARS_MAX = 300;

/** A payout leased by this process. */
export interface TakenPayout {
  readonly payoutId: string;
  /** The provider's id; null before it is known. */
  readonly reference: string | null;
  /** When it was decided on, in milliseconds. */
  readonly begunAt: number;
  /** How often it was leased: the last one decides when it is due next. */
  readonly turn: number;
}

interface PayoutRow extends Row {
  readonly payout_id: string;
  readonly reference: string | null;
  readonly begun_at: bigint;
  readonly turn: bigint;
}

/** Schedules a new payout; does nothing if it is scheduled already. */
export async function keepPayout(
  sql: Sql,
  { payoutId, begunAt, at }: { readonly payoutId: string; readonly begunAt: number; readonly at: number },
): Promise<void> {
  await sql.query(
    "insert into payouts (payout_id, begun_at, due_at) values ($1, $2, $3) on conflict do nothing",
    [payoutId, begunAt, at],
  );
}

/** Leases due payouts; no other process handles them meanwhile. */
export async function takePayouts(
  db: Database,
  { at, max }: { readonly at: number; readonly max: number },
): Promise<TakenPayout[]> {
  const rows = await db.query<PayoutRow>(
    `update payouts set turn = turn + 1, leased_until = clock_timestamp() + $3::int * interval '1 millisecond'
      where payout_id in (select payout_id from payouts
        where due_at <= $1 and (leased_until is null or leased_until < clock_timestamp())
        order by due_at limit $2 for update skip locked)
      returning payout_id, reference, begun_at, turn`,
    [at, max, LEASE_MS],
  );
  return rows.map((row) => ({
    payoutId: row.payout_id,
    reference: row.reference,
    begunAt: Number(row.begun_at),
    turn: Number(row.turn),
  }));
}

/** Payouts that a provider took, and that were decided on since an instant. */
export async function payoutsSince(
  sql: Sql,
  since: number,
): Promise<readonly { readonly payoutId: string; readonly reference: string }[]> {
  const rows = await sql.query<Row & { readonly payout_id: string; readonly reference: string }>(
    "select payout_id, reference from payouts where begun_at >= $1 and reference is not null order by begun_at",
    [since],
  );
  return rows.map(({ payout_id: payoutId, reference }) => ({ payoutId, reference }));
}

/** Schedules an unfinished payout to be checked as soon as possible. */
export async function payoutSoon(sql: Sql, payoutId: string, at: number): Promise<void> {
  await sql.query("update payouts set due_at = $2 where payout_id = $1 and due_at is not null", [
    payoutId,
    at,
  ]);
}

/** Stores the provider's id of a payout. */
export async function keepReference(sql: Sql, payoutId: string, reference: string): Promise<void> {
  await sql.query("update payouts set reference = $2 where payout_id = $1 and reference is null", [
    payoutId,
    reference,
  ]);
}

/** When a payout is read next, by its outcome; null for never. */
export function nextLook(
  { begunAt, reference }: Pick<TakenPayout, "begunAt" | "reference">,
  outcome: PayoutOutcome,
  at: number,
): number | null {
  if (outcome === "paid") return at > begunAt + WATCHED_MS ? null : at + DAY_MS;
  if (outcome !== "waiting") return null;
  // It was sent just now, even if it was decided on long ago.
  if (reference === null) return at + LOOKS_MS[0];
  const first = LOOKS_MS.map((ms) => begunAt + ms).find((due) => due > at);
  return first ?? at + (at > begunAt + HOURLY_MS ? DAY_MS : HOUR_MS);
}

/** Ends a turn. Does nothing if another process has the lease by now. @property trouble an error text for admins */
export async function endTurn(
  sql: Sql,
  { payoutId, turn }: TakenPayout,
  { due, trouble }: { readonly due: number | null; readonly trouble: string | null },
): Promise<void> {
  await sql.query(
    "update payouts set leased_until = null, due_at = $3, trouble = $4 where payout_id = $1 and turn = $2",
    [payoutId, turn, due, trouble?.slice(0, TROUBLE_CHARS_MAX) ?? null],
  );
}
