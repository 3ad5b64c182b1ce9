import type { Database, Row, Sql } from "#projections/kernel/sql.ts";
import type { BesideLog } from "#projections/kernel/subscriber/beside-log.ts";
import { PUBLICATION } from "./published.ts";

/** A database is not, or not yet, the subscriber that read models need. */
export class NotFollowingError extends Error {
  override readonly name = "NotFollowingError";
}

/** The state of a database's subscription to the log. */
export interface Subscription {
  readonly isEnabled: boolean;
  /** Published tables that the subscription lacks. */
  readonly missing: readonly string[];
  /** Tables whose rows are still being copied: until then the head may be ahead of the events. */
  readonly copying: readonly string[];
}

interface TableRow extends Row {
  readonly enabled: boolean;
  readonly name: string | null;
  readonly state: string | null;
}

/** The subscription of a database; null without one. */
export async function subscriptionOf(
  subscriber: Sql,
  published: readonly BesideLog[],
): Promise<Subscription | null> {
  const rows = await subscriber.query<TableRow>(
    `select s.subenabled as enabled, c.relname as name, r.srsubstate as state
      from pg_subscription s join pg_database d on d.oid = s.subdbid
        left join pg_subscription_rel r on r.srsubid = s.oid left join pg_class c on c.oid = r.srrelid
      where d.datname = current_database() and s.subname = $1`,
    [PUBLICATION],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const there = new Set(rows.map(({ name }) => name));
  return {
    isEnabled: first.enabled,
    missing: published.map(({ table }) => table).filter((table) => !there.has(table)),
    copying: rows.flatMap(({ name, state }) => (name === null || state === "r" ? [] : [name])).sort(),
  };
}

/** The primary, and a subscriber of its log. */
export interface Following {
  readonly subscriber: Database;
  readonly primary: Database;
  readonly logId: number;
  readonly published: readonly BesideLog[];
}

const SET_UP = "npm run subscribe sets it up";

/** The subscription of a database. @throws NotFollowingError without one: then it cannot hold the read models */
export async function demandSubscription(db: Sql, published: readonly BesideLog[]): Promise<Subscription> {
  const subscription = await subscriptionOf(db, published);
  if (subscription !== null) return subscription;
  throw new NotFollowingError(`the database of READ_MODELS_URL does not subscribe to a log: ${SET_UP}`);
}

/**
 * Asserts that a database follows this very log to its end, and has the published columns that queries join.
 * @throws NotFollowingError with the problem and its remedy
 */
export async function assertFollows(following: Following): Promise<void> {
  const { subscriber, published } = following;
  const { isEnabled, missing, copying } = await demandSubscription(subscriber, published);
  if (!isEnabled) throw new NotFollowingError(`its subscription is disabled: ${SET_UP}`);
  if (missing.length > 0)
    throw new NotFollowingError(`its subscription lacks ${missing.join(", ")}: ${SET_UP}`);
  if (copying.length > 0) throw new NotFollowingError(`it still copies ${copying.join(", ")}`);
  await assertSameLog(following);
  await assertPublished(following);
}

interface ColumnRow extends Row {
  readonly column: string;
}

/** An unpublished column is empty in a subscriber, and no query fails because of it. */
async function assertPublished({ primary, published }: Following): Promise<void> {
  const rows = await primary.query<ColumnRow>(
    `select tablename || '.' || unnest(attnames) as column from pg_publication_tables where pubname = $1`,
    [PUBLICATION],
  );
  const there = new Set(rows.map(({ column }) => column));
  const lacking = published.flatMap(({ table, columns = [] }) =>
    columns.map((column) => `${table}.${column}`).filter((column) => !there.has(column)),
  );
  if (lacking.length > 0)
    throw new NotFollowingError(`the log publishes no ${lacking.join(", ")}: ${SET_UP}`);
}

interface HeadRow extends Row {
  readonly log_id: number;
  readonly block: bigint;
  readonly hash: Uint8Array;
}

/** @throws NotFollowingError if the primary lacks the last block of the subscriber */
export async function assertSameLog({
  subscriber,
  primary,
  logId,
}: Omit<Following, "published">): Promise<void> {
  const heads = await subscriber.query<HeadRow>("select log_id, block, hash from log_heads");
  const head = heads.find(({ log_id }) => log_id === logId);
  if (head === undefined || heads.length > 1) {
    const held = heads.map(({ log_id }) => log_id).join(", ");
    throw new NotFollowingError(`it holds log ${held || "none"}, and LOG_ID says ${logId}`);
  }
  if (head.block === 0n) return;
  const rows = await primary.query("select from blocks where log_id = $1 and number = $2 and hash = $3", [
    logId,
    head.block,
    head.hash,
  ]);
  if (rows.length === 1) return;
  const make = "make a new database for READ_MODELS_URL";
  throw new NotFollowingError(
    `it ends with block ${head.block}, which the log at the primary lacks: ${make}`,
  );
}
