import type { TestProject } from "vitest/node";
import { allProjections } from "#projections/features/all.ts";
import { createMissing } from "#projections/kernel/checkpoints.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { migrate } from "#service/db/schema/migrate.ts";
import { ensureServiceRole, serviceRole } from "#service/db/schema/roles.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { packPgliteFolders } from "#service/lab/testing/databases/pglite-folders.ts";
import {
  asSuperuser,
  createDatabase,
  type PostgresServer,
  startPostgres,
} from "#service/lab/testing/databases/postgres.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";

/** Templates of the tests' databases: with migrations and read models, with migrations alone, empty. */
export const siteTemplate = "florin_site";
export const migratedTemplate = "florin_migrated";
export const emptyTemplate = "florin_empty";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL server, as superuser. */
    readonly superuserUrl: string;
  }
}

/**
 * Turns autovacuum off: a database lives for seconds and gathers statistics where a test asks for them, while
 * maintenance of hundreds of databases would take processors from tests.
 */
const SETTINGS = { max_connections: "200", autovacuum: "off" };

/**
 * Starts one PostgreSQL for the whole run of the database tests, and packs the data folders for PGlite. The run fails
 * if that does not work.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ settings: SETTINGS });
  try {
    await Promise.all([makeTemplates(server), packPgliteFolders()]);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("superuserUrl", server.superuserUrl);
  return () => server.stop();
}

async function makeTemplates(server: PostgresServer): Promise<void> {
  // Ordered by a language, unlike PGlite and a plain server, so that a query without COLLATE "C" shows.
  await asSuperuser(
    server.superuserUrl,
    `create database ${emptyTemplate} owner florin template template0 encoding 'UTF8'
       locale_provider icu icu_locale 'en-US' locale 'C'`,
  );
  await makeTemplate(server, { name: migratedTemplate, from: emptyTemplate }, async (db) => {
    await ensureServiceRole(db);
    await migrate(db, await projectMigrations());
  });
  await makeTemplate(server, { name: siteTemplate, from: migratedTemplate, role: serviceRole }, (db) =>
    createMissing(db, { projections: allProjections, logId: LOG_ID }),
  );
}

async function makeTemplate(
  { superuserUrl }: PostgresServer,
  { name, from, ...options }: { readonly name: string; readonly from: string; readonly role?: string },
  fill: (db: OpenDatabase) => Promise<void>,
): Promise<void> {
  const db = await openPostgres(await createDatabase(superuserUrl, name, from), options);
  await fill(db).finally(() => db.close());
}
