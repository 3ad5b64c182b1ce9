import { hash } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { arrayLiteral, type Database, type Row, type Sql } from "#projections/kernel/sql.ts";
import type {
  Checkout,
  ListedPayment,
  PaymentOrder,
  ProviderName,
  RefundOffer,
  WebhookHint,
} from "./provider.ts";

/** When a payment is read after its start, in milliseconds; then every hour. */
const LOOKS_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const;
/** How long after its end a payment is read once more, in milliseconds, to see whether it expired unpaid. */
const AFTER_END_MS = MINUTE_MS;
/** How long after its end a payment is still read without a webhook: some come late. */
const WATCHED_MS = 72 * HOUR_MS;
/** How long a paid one is re-read weekly: disputes come months later. */
const PAID_LOOK_MS = 7 * DAY_MS;
const PAID_WATCHED_MS = 180 * DAY_MS;
/** Lease for reading a payment: longer than its requests may take. */
const LEASE_MS = 120_000;
/** Retention of webhooks, and how many are deleted at once. */
const HINTS_KEPT_MS = 30 * DAY_MS;
const SWEEP_MAX = 1_000;

/** A payment begun at a provider. */
export interface BegunPayment extends Checkout {
  readonly paymentId: string;
  readonly purpose: string;
  readonly provider: ProviderName;
  readonly expiresAt: number;
  readonly createdAt: number;
  /** When it was abandoned; null if it was not. */
  readonly closedAt: number | null;
  /** The amount received as of the last reading, in cents. */
  readonly received: bigint;
}

/** A payment leased by this process, with the number of its reading. */
export interface TakenPayment extends BegunPayment {
  readonly reading: number;
  readonly hints: number;
}

/** The row of a begun payment. */
export interface CheckoutRow extends Row {
  readonly payment_id: string;
  readonly purpose: string;
  readonly provider: ProviderName;
  readonly reference: string;
  readonly url: string;
  readonly expires_at: bigint;
  readonly created_at: bigint;
  readonly readings: bigint;
  readonly hints: bigint;
  readonly closed_at: bigint | null;
  readonly received: bigint;
}

const begunOf = (row: CheckoutRow): BegunPayment => ({
  paymentId: row.payment_id,
  purpose: row.purpose,
  provider: row.provider,
  reference: row.reference,
  url: row.url,
  expiresAt: Number(row.expires_at),
  createdAt: Number(row.created_at),
  closedAt: row.closed_at === null ? null : Number(row.closed_at),
  received: row.received,
});

const takenOf = (row: CheckoutRow): TakenPayment => ({
  ...begunOf(row),
  reading: Number(row.readings),
  hints: Number(row.hints),
});

/** A begun payment; null for none. */
export async function findCheckout(sql: Sql, paymentId: string): Promise<BegunPayment | null> {
  const [row] = await sql.query<CheckoutRow>("select * from payment_checkouts where payment_id = $1", [
    paymentId,
  ]);
  return row === undefined ? null : begunOf(row);
}

/** Payments of a provider that are in its list, or were begun or reported since an instant. */
export async function checkoutsAmong(
  sql: Sql,
  {
    provider,
    listed,
    since,
  }: {
    readonly provider: ProviderName;
    readonly listed: readonly ListedPayment[];
    readonly since: number;
  },
): Promise<readonly BegunPayment[]> {
  const references = listed.map(({ reference }) => reference);
  const ids = listed.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]));
  const rows = await sql.query<CheckoutRow>(
    `select * from payment_checkouts
      where provider = $1 and (created_at >= $2 or reference in (select jsonb_array_elements_text($3::jsonb))
        or payment_id in (select jsonb_array_elements_text($4::jsonb))
        or reference in (select reference from payment_hints where provider = $1 and received_at >= $2))`,
    [provider, since, JSON.stringify(references), JSON.stringify(ids)],
  );
  return rows.map(begunOf);
}

/** Stores a begun payment; the first writer wins. */
export async function keepCheckout(
  sql: Sql,
  {
    order,
    purpose,
    provider,
    checkout,
    at,
  }: {
    readonly order: Pick<PaymentOrder, "paymentId" | "expiresAt">;
    readonly purpose: string;
    readonly provider: ProviderName;
    readonly checkout: Checkout;
    readonly at: number;
  },
): Promise<void> {
  await sql.query(
    `insert into payment_checkouts (payment_id, purpose, provider, reference, url, expires_at, created_at, due_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      order.paymentId,
      purpose,
      provider,
      checkout.reference,
      checkout.url,
      order.expiresAt,
      at,
      at + LOOKS_MS[0],
    ],
  );
}

/** Leases due payments; no other process reads them meanwhile. */
export async function takePayments(
  db: Database,
  { at, max }: { readonly at: number; readonly max: number },
): Promise<TakenPayment[]> {
  const rows = await db.query<CheckoutRow>(
    `update payment_checkouts set readings = readings + 1,
        leased_until = clock_timestamp() + $3::int * interval '1 millisecond'
      where payment_id in (select payment_id from payment_checkouts
        where due_at <= $1 and (leased_until is null or leased_until < clock_timestamp())
        order by due_at limit $2 for update skip locked)
      returning *`,
    [at, max, LEASE_MS],
  );
  return rows.map(takenOf);
}

/** Leases one payment, to change it at its provider; null while another process has it. */
export async function takePayment(db: Database, paymentId: string): Promise<TakenPayment | null> {
  const [row] = await db.query<CheckoutRow>(
    `update payment_checkouts set readings = readings + 1,
        leased_until = clock_timestamp() + $2::int * interval '1 millisecond'
      where payment_id = $1 and (leased_until is null or leased_until < clock_timestamp()) returning *`,
    [paymentId, LEASE_MS],
  );
  return row === undefined ? null : takenOf(row);
}

/** When a payment is read next without a webhook; null for never. */
export function nextLook(
  { createdAt, expiresAt, received }: Pick<BegunPayment, "createdAt" | "expiresAt" | "received">,
  at: number,
): number | null {
  const first = [...LOOKS_MS.map((ms) => createdAt + ms), expiresAt + AFTER_END_MS].find((due) => due > at);
  const next = first ?? at + HOUR_MS;
  if (next <= expiresAt + WATCHED_MS) return next;
  const weekly = at + PAID_LOOK_MS;
  return received > 0n && weekly <= expiresAt + PAID_WATCHED_MS ? weekly : null;
}

/** Marks a payment as abandoned: a later approval is not captured. */
export async function noteClosed(sql: Sql, paymentId: string, at: number): Promise<void> {
  await sql.query("update payment_checkouts set closed_at = coalesce(closed_at, $2) where payment_id = $1", [
    paymentId,
    at,
  ]);
}

/** Stores where a buyer claims a refund; the first one wins. */
export async function keepOffer(
  sql: Sql,
  { refundId, paymentId }: { readonly refundId: string; readonly paymentId: string },
  { reference, url }: RefundOffer,
): Promise<void> {
  await sql.query(
    "insert into payment_offers (refund_id, payment_id, reference, url) values ($1, $2, $3, $4) on conflict do nothing",
    [refundId, paymentId, reference, url],
  );
}

/** Where a refund is claimed; null for one that needs no claim. */
export async function offerOf(sql: Sql, refundId: string): Promise<RefundOffer | null> {
  const [offer] = await sql.query<Row & RefundOffer>(
    "select reference, url from payment_offers where refund_id = $1",
    [refundId],
  );
  return offer ?? null;
}

/** The refunds of a payment that its buyer claims, the oldest first. */
export async function offersOf(sql: Sql, paymentId: string): Promise<readonly RefundOffer[]> {
  return sql.query<Row & RefundOffer>(
    "select reference, url from payment_offers where payment_id = $1 order by refund_id",
    [paymentId],
  );
}

/** The pages on which buyers pay some payments, by payment. */
export async function checkoutUrls(
  sql: Sql,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await sql.query<Row & { readonly payment_id: string; readonly url: string }>(
    "select payment_id, url from payment_checkouts where payment_id = any ($1::text[])",
    [arrayLiteral(paymentIds)],
  );
  return new Map(rows.map(({ payment_id, url }) => [payment_id, url]));
}

/** The pages on which buyers claim refunds of some payments, by payment, the oldest refund first. */
export async function offerUrls(
  sql: Sql,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await sql.query<Row & { readonly payment_id: string; readonly urls: readonly string[] }>(
    `select payment_id, array_agg(url order by refund_id) as urls from payment_offers
      where payment_id = any ($1::text[]) group by payment_id`,
    [arrayLiteral(paymentIds)],
  );
  return new Map(rows.map(({ payment_id, urls }) => [payment_id, urls]));
}

/**
 * Ends a reading: stores the amount received and when the payment is read next; at once if a webhook came in the
 * meantime. Does nothing if another process has taken over the lease.
 */
export async function endReading(
  sql: Sql,
  { paymentId, reading, hints, received }: TakenPayment,
  { due, at }: { readonly due: number | null; readonly at: number },
): Promise<void> {
  await sql.query(
    `update payment_checkouts set leased_until = null, received = greatest(received, $6),
        due_at = case when hints > $3 then $4::bigint else $5::bigint end
      where payment_id = $1 and readings = $2`,
    [paymentId, reading, hints, at, due, received],
  );
}

/** Schedules a payment to be read as soon as possible. */
export async function readSoon(sql: Sql, by: { readonly paymentId: string }, at: number): Promise<void> {
  await sql.query("update payment_checkouts set hints = hints + 1, due_at = $2 where payment_id = $1", [
    by.paymentId,
    at,
  ]);
}

/** A webhook as it came. */
export interface TakenHint {
  readonly provider: ProviderName;
  readonly hint: WebhookHint;
  readonly raw: Uint8Array;
  readonly at: number;
}

/**
 * Stores webhooks, each once, and schedules their payments to be read. Only the SHA-256 of a body is stored, as
 * evidence: bodies contain names and addresses of buyers, which would have to be erased later. Payments are locked in
 * the
 * order of their ids, as everywhere, so that no two statements deadlock.
 * @returns whether one is new and about a payment of ours
 */
export async function keepHints(db: Database, taken: readonly TakenHint[]): Promise<boolean> {
  const column = (value: (one: TakenHint) => string | number | null) => arrayLiteral(taken.map(value));
  const due = await db.run({
    name: "keep_hints",
    text: `with kept as (
        insert into payment_hints (provider, event_id, type, reference, raw, received_at)
        select provider, event_id, type, reference, decode(raw, 'base64'), received_at
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
          as came(provider, event_id, type, reference, raw, received_at)
        on conflict do nothing returning provider, reference, received_at
      ), due as materialized (
        select payment_id, (select max(received_at) from kept) as at from payment_checkouts
        where (provider, reference) in (select provider, reference from kept)
        order by payment_id for update
      )
      update payment_checkouts p set hints = hints + 1, due_at = due.at
        from due where p.payment_id = due.payment_id returning 1 as due`,
    values: [
      column(({ provider }) => provider),
      column(({ hint }) => hint.eventId),
      column(({ hint }) => hint.type),
      column(({ hint }) => hint.reference),
      column(({ raw }) => hash("sha256", raw, "base64")),
      column(({ at }) => at),
    ],
  });
  return due.length > 0;
}

/** Deletes a batch of old webhooks. */
export async function sweepHints(sql: Sql, at: number): Promise<void> {
  await sql.query(
    `delete from payment_hints where (provider, event_id) in
      (select provider, event_id from payment_hints where received_at < $1 limit ${SWEEP_MAX})`,
    [at - HINTS_KEPT_MS],
  );
}
