import { readdir, readFile } from "node:fs/promises";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Told } from "../journal.ts";
import type { ServiceProcess } from "../service-process.ts";
import type { Reading } from "./trend.ts";

/** The token for `/metrics` of the service. */
export const METRICS_TOKEN = "token-of-the-soak-itself";

const KB_PER_MB = 1_024;
const BYTES_PER_MB = 1_048_576;
/** Index of the parent's id in `/proc/<pid>/stat` after the name (proc(5): field 4). */
const PARENT = 1;

/** Resident memory of a process, in megabytes; 0 where the kernel does not tell. */
async function residentMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / KB_PER_MB;
}

/** How many file handles a process has open; 0 where the kernel does not tell. */
const handlesOf = (pid: number): Promise<number> =>
  readdir(`/proc/${pid}/fd`).then(
    (names) => names.length,
    () => 0,
  );

/** File handles of a process and its children. */
async function handlesBelow(pid: number): Promise<number> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter(Number.isInteger);
  let handles = await handlesOf(pid);
  for (const other of pids) {
    const stat = await readFile(`/proc/${other}/stat`, "utf8").catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(fields[PARENT]) === pid) handles += await handlesOf(other);
  }
  return handles;
}

/** The used heap that a service reports, in megabytes. */
async function heapMb(service: ServiceProcess): Promise<number> {
  const metrics = await service.metrics(METRICS_TOKEN);
  const bytes = /^nodejs_heap_used_bytes (\S+)$/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error(`/metrics answered without the heap: ${metrics}`);
  return Number(bytes) / BYTES_PER_MB;
}

type OfProcesses = Pick<Reading, "residentMb" | "heapMb" | "serviceHandles" | "postgresHandles">;

/** Resources used by service and database server. */
export async function readProcesses(service: ServiceProcess, postgres: number): Promise<OfProcesses> {
  const { pid } = service;
  return {
    residentMb: await residentMb(pid),
    heapMb: await heapMb(service),
    serviceHandles: await handlesOf(pid),
    postgresHandles: await handlesBelow(postgres),
  };
}

interface SizeRow extends Row {
  readonly events: bigint;
  readonly table_bytes: bigint;
  readonly index_bytes: bigint;
  readonly dead: bigint;
}

/** Bytes of the tables per event of the log, and the number of dead rows. */
export async function readTables(
  db: OpenDatabase,
): Promise<Pick<Reading, "tableBytes" | "indexBytes" | "deadRows">> {
  const [row] = await db.query<SizeRow>(`select (select position from log_heads) as events,
    sum(pg_table_size(relid))::bigint as table_bytes, sum(pg_indexes_size(relid))::bigint as index_bytes,
    sum(n_dead_tup)::bigint as dead from pg_stat_user_tables`);
  const each = (bytes: bigint | undefined): number => Number(bytes) / Math.max(1, Number(row?.events));
  return {
    tableBytes: each(row?.table_bytes),
    indexBytes: each(row?.index_bytes),
    deadRows: Number(row?.dead),
  };
}

/** Bets looked up by one query. */
const LOOKED_UP_MAX = 5_000;

/** How many answered bets are not in the log at their acknowledged positions. */
export async function missingOf(db: OpenDatabase, told: readonly Told[]): Promise<number> {
  const answers = told.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  let found = 0;
  for (let from = 0; from < answers.length; from += LOOKED_UP_MAX) {
    const some = answers.slice(from, from + LOOKED_UP_MAX);
    const [row] = await db.query<Row & { n: bigint }>(
      `select count(*) as n from unnest($1::bigint[], $2::text[]) as t(position, game)
        join events e on e.log_id = 1 and e.position = t.position
      where e.type = 'CoinFlipped' and e.payload::jsonb ->> 'gameId' = t.game`,
      [`{${some.map(({ position }) => position).join(",")}}`, `{${some.map(({ id }) => id).join(",")}}`],
    );
    found += Number(row?.n);
  }
  return answers.length - found;
}

/** How many bets the log has. */
export async function betsIn(db: OpenDatabase): Promise<number> {
  const [row] = await db.query<Row & { n: bigint }>(
    "select count(*) as n from events where type = 'CoinFlipped'",
  );
  return Number(row?.n);
}
