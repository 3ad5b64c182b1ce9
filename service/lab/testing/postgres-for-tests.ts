import type { TestProject } from "vitest/node";
import { migrate } from "#service/db/migrate.ts";
import { openPostgres } from "#service/db/postgres.ts";
import { ensureServiceRole } from "#service/db/roles.ts";
import {
  asSuperuser,
  createDatabase,
  type PostgresServer,
  startPostgres,
} from "#service/lab/testing/postgres.ts";
import { projectMigrations } from "#service/lab/testing/project-migrations.ts";

/** Databases from which those of the tests are made: one with the migrations applied, one without. */
export const migratedTemplate = "florin_migrated";
export const emptyTemplate = "florin_empty";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL server, as superuser. */
    readonly superuserUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run of the database tests. The run fails when that does not work. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ settings: { max_connections: "200" } });
  try {
    await makeTemplates(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("superuserUrl", server.superuserUrl);
  return () => server.stop();
}

async function makeTemplates(server: PostgresServer): Promise<void> {
  // Ordered by a language, unlike PGlite and unlike a plain server: a query that forgets COLLATE "C" shows itself.
  await asSuperuser(
    server.superuserUrl,
    `create database ${emptyTemplate} owner florin template template0 encoding 'UTF8'
       locale_provider icu icu_locale 'en-US' locale 'C'`,
  );
  const url = await createDatabase(server.superuserUrl, migratedTemplate, emptyTemplate);
  const db = await openPostgres(url);
  try {
    await ensureServiceRole(db);
    await migrate(db, await projectMigrations());
  } finally {
    await db.close();
  }
}
