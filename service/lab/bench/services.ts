import { join } from "node:path";
import { allProjections } from "#projections/features/all.ts";
import type { Config } from "#service/config.ts";
import { type Service, startService } from "#service/service.ts";
import type { Bench } from "./bench.ts";
import { AuditError } from "./report/audit.ts";
import { benchConfig, benchLog } from "./settings.ts";

const NAMES = allProjections.map(({ name }) => name);
/** What was written before a service started may be a whole log. */
const REACHED_MAX_MS = 120_000;

/** A database, and how a service on it differs from others. */
interface Served {
  readonly url: string;
  readonly config: Partial<Config>;
}

/** Starts the whole service on a database, without a port, for as long as `work` takes. */
export async function withService<T>(
  bench: Bench,
  on: string | Served,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { url, config: change } = typeof on === "string" ? { url: on, config: {} } : on;
  const db = await bench.databases.asService(url);
  try {
    const config = { ...benchConfig(url, join(bench.folder, new URL(url).pathname)), ...change };
    const service = await startService({ config, log: benchLog, db });
    return await work(service).finally(() => service.stop());
  } finally {
    await db.close();
  }
}

/** Where a table of a read model is. */
export async function tableNamed({ deps }: Service, table: string): Promise<string> {
  let found = "";
  await deps.reads.ask((nameOf) => {
    found = nameOf(table);
    return "select 1 as one";
  });
  return found;
}

/** Waits until every read model has what is in the log. @throws AuditError when that takes too long */
export async function untilFollowed({ deps }: Service): Promise<void> {
  const reached = await deps.reads.whenReached(NAMES, deps.writer.head.position, REACHED_MAX_MS);
  if (!reached) throw new AuditError("The read models did not reach the head");
}
