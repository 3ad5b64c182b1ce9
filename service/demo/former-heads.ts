import { existsSync, renameSync } from "node:fs";
import type { Config } from "#service/config.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";

/**
 * Sets the signed heads of a former demo aside when a new log begins, in a new data folder or an empty PostgreSQL
 * database: compared with them, the log would look cut off or rewritten, and the service would not start, or would halt
 * stakes. Only a demo does so: anywhere else, a log that lacks signed events has to be found out.
 * @returns their new place; null if there are none
 */
export async function setFormerHeadsAside({
  databaseUrl,
  dataFolder,
  headsFile,
}: Pick<Config, "databaseUrl" | "dataFolder" | "headsFile">): Promise<string | null> {
  if (!existsSync(headsFile)) return null;
  if (databaseUrl === null ? existsSync(dataFolder) : await holdsLog(databaseUrl)) return null;
  let former = 1;
  while (existsSync(`${headsFile}.${former}`)) former += 1;
  renameSync(headsFile, `${headsFile}.${former}`);
  return `${headsFile}.${former}`;
}

async function holdsLog(url: string): Promise<boolean> {
  const db = await openPostgres(url, { poolSize: 1 });
  try {
    const tables = await db.query("select from pg_class where oid = to_regclass('log_heads')");
    return tables.length > 0 && (await db.query("select from log_heads where position > 0")).length > 0;
  } finally {
    await db.close();
  }
}
