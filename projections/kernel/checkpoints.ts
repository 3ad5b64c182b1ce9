import { LEASE_MS, type ProjectionCursor } from "./advance.ts";
import { type Projection, projectionsByName } from "./projection.ts";
import { arrayLiteral, type Database, type Row, type Sql } from "./sql.ts";
import { createTables, type Generation, physicalTables } from "./tables.ts";

/** The position of a projection's active generation. */
export interface Checkpoint {
  readonly projection: Projection;
  readonly generation: number;
  /** The version it was built by; a process of another version neither moves nor reads it. */
  readonly version: number;
  readonly position: number;
  readonly stopAt: number | null;
  readonly error: string | null;
  readonly epoch: number;
  /** Whether this process holds the lease. */
  readonly mine: boolean;
}

/** A lease is renewed once this much of it is gone. */
const LEASE_RENEW_AFTER_MS = LEASE_MS / 3;

/** Arbitrary, but the same in every process of every version; held while generations change. */
const GENERATIONS_LOCK = 7_301_988_002n;

/** Keeps other processes from making or switching generations until the transaction ends. */
export async function lockGenerations(tx: Sql): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${GENERATIONS_LOCK})`);
}

/** Makes the first generation of those projections that have none. Any number of processes may do it at once. */
export async function createMissing(
  db: Database,
  { projections, logId }: { readonly projections: readonly Projection[]; readonly logId: number },
): Promise<void> {
  projectionsByName(projections);
  const there = await activeNames(db, projections);
  if (projections.every(({ name }) => there.has(name))) return;
  await db.transaction(async (tx) => {
    await lockGenerations(tx);
    const known = await activeNames(tx, projections);
    const missing = projections.filter(({ name }) => !known.has(name));
    await insertGenerations(tx, await makeNextGenerations(tx, missing), { logId, active: true, owner: null });
  });
}

/** Makes the tables of each projection's next generation. @returns which those are */
export async function makeNextGenerations(
  tx: Sql,
  projections: readonly Projection[],
  options?: { readonly indexes: boolean },
): Promise<readonly Generation[]> {
  const rows = await tx.query<{ name: string; last: number }>(
    "select name, max(generation) as last from projections where name = any ($1::text[]) group by name",
    [arrayLiteral(projections.map(({ name }) => name))],
  );
  const last = new Map(rows.map((row) => [row.name, row.last]));
  const next = projections.map((projection) => ({
    projection,
    generation: (last.get(projection.name) ?? 0) + 1,
  }));
  await createTables(tx, next, options);
  return next;
}

/**
 * Writes the rows of generations whose tables were just made; they stand at the beginning of the log.
 * @returns the epoch under which each moves: by the clock, because a number may be reused once its tables are dropped
 */
export async function insertGenerations(
  tx: Sql,
  generations: readonly Generation[],
  {
    logId,
    active,
    owner,
  }: { readonly logId: number; readonly active: boolean; readonly owner: string | null },
): Promise<readonly ProjectionCursor[]> {
  const tables = generations.map(({ projection, generation }) => physicalTables(projection, generation));
  const rows = await tx.query<{ name: string; epoch: bigint }>(
    `insert into projections
      (name, generation, version, tables, log_id, position, active, lease_owner, lease_epoch, lease_until)
    select name, generation, version, string_to_array(tables, ' '), $5, 0, $6, $7::text,
      (extract(epoch from clock_timestamp()) * 1000)::bigint,
      case when $7::text is not null then clock_timestamp() + ${LEASE_MS} * interval '1 millisecond' end
    from unnest($1::text[], $2::int[], $3::int[], $4::text[]) as made(name, generation, version, tables)
    returning name, lease_epoch as epoch`,
    [
      arrayLiteral(generations.map(({ projection }) => projection.name)),
      arrayLiteral(generations.map(({ generation }) => generation)),
      arrayLiteral(generations.map(({ projection }) => projection.version)),
      arrayLiteral(tables.map((names) => names.join(" "))),
      logId,
      active,
      owner,
    ],
  );
  const epochs = new Map(rows.map(({ name, epoch }) => [name, Number(epoch)]));
  return generations.map((made) => ({ ...made, epoch: epochs.get(made.projection.name) ?? 0 }));
}

async function activeNames(sql: Sql, projections: readonly Projection[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ name: string }>(
    "select name from projections where active and name = any ($1::text[])",
    [arrayLiteral(projections.map(({ name }) => name))],
  );
  return new Set(rows.map(({ name }) => name));
}

/** The applicant for leases, and whether to retry projections that stopped with an error. */
export interface LeaseQuestion {
  readonly projections: ReadonlyMap<string, Projection>;
  readonly logId: number;
  readonly owner: string;
  readonly retryStopped: boolean;
}

interface CheckpointRow extends Row {
  readonly name: string;
  readonly generation: number;
  readonly version: number;
  readonly position: bigint;
  readonly stop_at: bigint | null;
  readonly error: string | null;
  readonly epoch: bigint;
  readonly mine: boolean;
}

/**
 * Takes the leases that nobody holds, renews those that are about to run out, and reads where everything stands. All
 * by the database's clock, so that processes whose own clocks differ agree. A new owner raises the epoch, which makes
 * the checkpoints out of reach for whoever held it before.
 */
export async function holdLeases(sql: Sql, question: LeaseQuestion): Promise<readonly Checkpoint[]> {
  const { projections, logId, owner, retryStopped } = question;
  const known = [...projections.values()];
  const rows = await sql.run<CheckpointRow>({
    name: "hold_leases",
    text: HOLD_LEASES,
    values: [
      logId,
      owner,
      arrayLiteral(known.map(({ name }) => name)),
      arrayLiteral(known.map(({ version }) => version)),
      retryStopped,
    ],
  });
  return rows.flatMap((row) => {
    const projection = projections.get(row.name);
    return projection === undefined ? [] : [checkpointOf(row, projection)];
  });
}

const HOLD_LEASES = `with held as (
    update projections p set lease_owner = $2::text,
      lease_epoch = lease_epoch + case when lease_owner = $2::text then 0 else 1 end,
      lease_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond',
      error = null
    from unnest($3::text[], $4::int[]) as known(name, version)
    where p.name = known.name and p.version = known.version and p.active and p.log_id = $1::int
      and (p.error is null or $5::boolean)
      and case when lease_owner = $2::text
        then lease_until < clock_timestamp() + ${LEASE_MS - LEASE_RENEW_AFTER_MS} * interval '1 millisecond'
        else lease_until is null or lease_until < clock_timestamp() end
    returning p.name, p.generation, p.lease_epoch
  )
  select p.name, p.generation, p.version, p.position, p.stop_at,
    case when held.name is null then p.error end as error,
    coalesce(held.lease_epoch, p.lease_epoch) as epoch,
    held.name is not null or (p.lease_owner = $2::text and p.lease_until > clock_timestamp()) as mine
  from projections p left join held on held.name = p.name and held.generation = p.generation
  where p.active and p.log_id = $1::int and p.name = any ($3::text[])
  order by p.name`;

function checkpointOf(row: CheckpointRow, projection: Projection): Checkpoint {
  return {
    projection,
    generation: row.generation,
    version: row.version,
    position: Number(row.position),
    stopAt: row.stop_at === null ? null : Number(row.stop_at),
    error: row.error,
    epoch: Number(row.epoch),
    mine: row.mine === true,
  };
}

/** Gives up every lease of an owner, so that others need not wait for its end. */
export async function releaseLeases(sql: Sql, owner: string): Promise<void> {
  await sql.query("update projections set lease_owner = null, lease_until = null where lease_owner = $1", [
    owner,
  ]);
}

/** Stops a projection until a process starts anew; refused when the lease was lost meanwhile. */
export async function stopWithError(
  sql: Sql,
  { projection, generation, epoch }: Pick<Checkpoint, "projection" | "generation" | "epoch">,
  error: string,
): Promise<void> {
  await sql.query(
    `update projections set error = $4, lease_owner = null, lease_until = null
      where name = $1 and generation = $2 and lease_epoch = $3`,
    [projection.name, generation, epoch, error],
  );
}
