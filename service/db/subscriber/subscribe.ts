import { randomBytes } from "node:crypto";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import type { BesideLog } from "#projections/kernel/subscriber/beside-log.ts";
import { identifier, type OpenDatabase } from "#service/db/database.ts";
import { sqlState } from "#service/db/errors.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { NotFollowingError, subscriptionOf } from "./follows.ts";
import { PUBLICATION } from "./published.ts";

/** SQLSTATE of insufficient privilege. */
const INSUFFICIENT_PRIVILEGE = "42501";
/** Random bytes in the name of a slot. */
const SLOT_BYTES = 8;

/**
 * Publishes at the primary what subscribers need, no more. Safe to repeat.
 * @throws NotFollowingError when the server or the user is not fit for it
 */
export async function publish(primary: OpenDatabase, published: readonly BesideLog[]): Promise<void> {
  const [level] = await primary.query<Row & { readonly wal_level: string }>("show wal_level");
  if (level?.wal_level !== "logical")
    throw new NotFollowingError(
      `DATABASE_URL: wal_level is ${level?.wal_level} there. Set wal_level = logical and start the server again.`,
    );
  const tables = published
    .map(({ table, columns }) => (columns === undefined ? table : `${table} (${columns.join(", ")})`))
    .join(", ");
  const known = await primary.query("select from pg_publication where pubname = $1", [PUBLICATION]);
  const text =
    known.length === 1
      ? `alter publication ${PUBLICATION} set table ${tables}`
      : `create publication ${PUBLICATION} for table ${tables} with (publish = 'insert, update, delete')`;
  const needs = "DATABASE_URL: its user has to own the tables and may need CREATE on the database to publish";
  await unlessForbidden(primary.query(text), needs);
}

/** What to subscribe to, and from where. */
export interface Subscribing {
  /** The URL by which the subscriber's server reaches the primary. */
  readonly from: string;
  readonly published: readonly BesideLog[];
}

/**
 * Subscribes a database to the published tables, or adds tables published since to its subscription.
 * @throws NotFollowingError if it holds a log of its own, or its user may not subscribe
 */
export async function subscribe(subscriber: OpenDatabase, { from, published }: Subscribing): Promise<void> {
  const known = await subscriptionOf(subscriber, published);
  const missing = known === null ? published.map(({ table }) => table) : known.missing;
  if (known === null) await demandNoLog(subscriber);
  // Rows written by migrations would collide with the copied ones. Referencing tables are emptied first.
  for (const table of missing.toReversed())
    if (table !== "events") await subscriber.query(`delete from ${identifier(table)}`);
  const connection = `'${from.replaceAll("'", "''")}'`;
  const needs =
    "READ_MODELS_URL: its user may not subscribe. Grant it pg_create_subscription (PostgreSQL 16 or newer) and CREATE on the database, or make it a superuser";
  if (known === null) {
    // Each subscriber of a primary needs a slot of its own.
    const slot = `florin_${randomBytes(SLOT_BYTES).toString("hex")}`;
    // Transactions streamed before their commit could be applied in parallel, and the head before its events.
    const options = `slot_name = '${slot}', streaming = off`;
    const text = `create subscription ${PUBLICATION} connection ${connection} publication ${PUBLICATION} with (${options})`;
    return unlessForbidden(subscriber.query(text), needs);
  }
  for (const change of [`connection ${connection}`, "enable", "refresh publication"])
    await unlessForbidden(subscriber.query(`alter subscription ${PUBLICATION} ${change}`), needs);
}

/** @throws NotFollowingError if both are at one server: a subscription there would wait for itself */
export async function demandTwoServers(primary: OpenDatabase, subscriber: OpenDatabase): Promise<void> {
  const [one, other] = await Promise.all([serverOf(primary), serverOf(subscriber)]);
  if (one === other)
    throw new NotFollowingError("READ_MODELS_URL: has to be at another server than DATABASE_URL.");
}

/** Copies of a server share its identifier but started at another time. */
async function serverOf(db: OpenDatabase): Promise<string> {
  const [row] = await db.query<Row & { readonly name: string }>(
    `select system_identifier || ' ' || extract(epoch from pg_postmaster_start_time()) as name
      from pg_control_system()`,
  );
  return row?.name ?? "";
}

/** Limits the service's role to published tables and read models, so that any other query fails loudly. */
export async function limitRights(subscriber: OpenDatabase, published: readonly BesideLog[]): Promise<void> {
  const grants = published.map(({ table, columns }) => {
    const some = columns === undefined ? "" : ` (${columns.map(identifier).join(", ")})`;
    return `grant select${some} on ${identifier(table)} to ${serviceRole};`;
  });
  await subscriber.transaction((tx) =>
    tx.script(`revoke all on all tables in schema public from ${serviceRole};
      ${grants.join(" ")}
      grant select on florin_migrations to ${serviceRole};
      grant select, insert, update, delete on projections to ${serviceRole}`),
  );
}

/**
 * Asserts that a future subscriber holds no log yet, before anything is changed in it.
 * @throws NotFollowingError if it does
 */
export async function demandNoLog(db: Sql): Promise<void> {
  const [known] = await db.query<Row & { readonly is: boolean }>(
    "select to_regclass('events') is not null as is",
  );
  if (known?.is !== true) return;
  const [row] = await db.query<Row & { readonly is: boolean }>("select exists (select from events) as is");
  if (row?.is !== true) return;
  throw new NotFollowingError(
    "READ_MODELS_URL: the database holds a log already, and no subscription. Make a new one.",
  );
}

async function unlessForbidden(work: Promise<unknown>, needs: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new NotFollowingError(`${needs} (${(error as Error).message}).`);
  }
}
