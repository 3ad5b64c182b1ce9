import { type Migration, readMigrations } from "#service/db/schema/migrate.ts";

/** The project's migrations: tests and benchmarks run in its root, from its sources or built. */
export const projectMigrations = (): Promise<readonly Migration[]> => readMigrations("migrations");
