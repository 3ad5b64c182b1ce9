import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { migrate, readMigrations } from "#service/db/schema/migrate.ts";
import { ensureServiceRole, giveReadModels, serviceRole } from "#service/db/schema/roles.ts";
import { takeLog } from "#service/event-store/log-number.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations/", import.meta.url));

/** Opens the configured database: PostgreSQL if a URL is set, else PGlite in the data folder. */
export async function openDatabase({ databaseUrl, dataFolder }: Config, log: Logger): Promise<OpenDatabase> {
  const onError = (error: Error) => log.warn({ error: error.message }, "a database connection failed");
  if (databaseUrl === null) return openPglite(dataFolder, { onError });
  const hasRole = await prepareDatabase(databaseUrl);
  if (!hasRole)
    log.warn("the database user may not make the role florin_service; the log is guarded by triggers alone");
  return openPostgres(databaseUrl, { onError, ...(hasRole ? { role: serviceRole } : {}) });
}

/** Opens the configured database and migrates it. */
export async function openMigrated(config: Config, log: Logger): Promise<OpenDatabase> {
  return upToDate(await openDatabase(config, log), config);
}

/** Migrates PGlite and takes the log. PostgreSQL was migrated by its owner before the service's role connected. */
export async function upToDate(db: OpenDatabase, { logId }: Config): Promise<OpenDatabase> {
  if (db.engine === "pglite") await migrate(db, await readMigrations(MIGRATIONS));
  await takeLog(db, logId);
  return db;
}

/** Migrates a PostgreSQL database as its owner, for the service's role. @returns whether the service's role exists */
export async function prepareDatabase(url: string): Promise<boolean> {
  const owner = await openPostgres(url, { poolSize: 1 });
  try {
    const hasRole = await ensureServiceRole(owner);
    await migrate(owner, await readMigrations(MIGRATIONS));
    if (hasRole) await giveReadModels(owner);
    return hasRole;
  } finally {
    await owner.close();
  }
}
