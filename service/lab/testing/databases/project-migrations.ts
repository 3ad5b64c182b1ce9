import { type Migration, readMigrations } from "#service/db/schema/migrate.ts";

/** The project's migrations: tests and benchmarks run in its root, from sources or a build. */
export const projectMigrations = (): Promise<readonly Migration[]> => readMigrations("migrations");
