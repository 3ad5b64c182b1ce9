import { join } from "node:path";
import { type Migration, readMigrations } from "#service/db/schema/migrate.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "..", "migrations");

/** The migrations of this project, as they stand in `migrations/`. */
export function projectMigrations(): Promise<readonly Migration[]> {
  return readMigrations(folder);
}
