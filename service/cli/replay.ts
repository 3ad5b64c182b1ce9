import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { type Comparison, differs } from "#projections/kernel/compare.ts";
import type { ShadowWorld } from "#projections/kernel/shadows.ts";
import { repair } from "#projections/repair.ts";
import { replay } from "#projections/replay.ts";
import { type Config, ConfigError, readConfig } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { FolderLockedError } from "#service/db/folder-lock.ts";
import { openPglite } from "#service/db/pglite.ts";
import { openPostgres } from "#service/db/postgres.ts";
import { ensureServiceRole, serviceRole } from "#service/db/roles.ts";
import { DEMO_KEYS } from "#service/demo-keys.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";

const USAGE = `Builds every read model a second time from the log, beside the ones in use, and compares the two.

  npm run replay -- [--repair]

  --repair  what differs is replaced by what the log says: read models by the ones just built, while the
            service may run; holdings and entries under the lock of the log's head, after which running
            services have to be started anew

The database is that of DATABASE_URL, or the PGlite folder DATA_DIR (.data).
Exit code: 0 all are equal, 1 something differs (or did, before --repair), 2 it could not be compared.`;

const EXIT_DIFFERS = 1;
const EXIT_NOT_COMPARED = 2;

/** A statement over the whole log may take an hour. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
/** Read models are built side by side, each on a connection of its own. */
const POOL_SIZE = 6;
/** SQLSTATE of a table that is not there. */
const UNDEFINED_TABLE = "42P01";

/** Why nothing could be compared, in one sentence. */
class NotCompared extends Error {}

async function run(): Promise<number> {
  const options = readArguments();
  if (options.help === true) {
    console.log(USAGE);
    return 0;
  }
  const config = readConfig({ ...DEMO_KEYS, ...process.env }, "demo");
  const db = await openDatabase(config);
  try {
    const startedAt = performance.now();
    const comparisons = await replay(worldOf(db), allProjections);
    clearProgress();
    const seconds = (performance.now() - startedAt) / 1_000;
    print(comparisons, seconds);
    if (!comparisons.some(differs)) return 0;
    if (options.repair === true) await repairAll(db, config, comparisons);
    return EXIT_DIFFERS;
  } finally {
    await db.close();
  }
}

function readArguments(): { readonly repair?: boolean; readonly help?: boolean } {
  try {
    return parseArgs({ options: { repair: { type: "boolean" }, help: { type: "boolean" } } }).values;
  } catch (error) {
    throw new NotCompared(`${asError(error).message}\n\n${USAGE}`);
  }
}

/** Under the service's own role where there is one, so that tables made here are the service's. */
async function openDatabase({ databaseUrl, dataFolder }: Config): Promise<OpenDatabase> {
  if (databaseUrl === null) {
    // PGlite would make a new database where there is none, and then find nothing wrong with it.
    if (!existsSync(join(dataFolder, "PG_VERSION")))
      throw new NotCompared(`There is no database in ${dataFolder}.`);
    return openPglite(dataFolder);
  }
  const owner = await openAsOwner(databaseUrl);
  const hasRole = await ensureServiceRole(owner).finally(() => owner.close());
  return openPostgres(databaseUrl, { ...POSTGRES_OPTIONS, ...(hasRole ? { role: serviceRole } : {}) });
}

const POSTGRES_OPTIONS = {
  poolSize: POOL_SIZE,
  applicationName: "florin replay",
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
} as const;

const openAsOwner = (url: string): Promise<OpenDatabase> => openPostgres(url, POSTGRES_OPTIONS);

const worldOf = (db: OpenDatabase): ShadowWorld => ({
  db,
  logId: LOG_ID,
  owner: `replay ${randomUUID()}`,
  statements: new Statements(eventTypes),
  onProgress: showProgress,
});

async function repairAll(
  db: OpenDatabase,
  { databaseUrl }: Config,
  comparisons: readonly Comparison[],
): Promise<void> {
  const owner = databaseUrl === null ? db : await openAsOwner(databaseUrl);
  try {
    const worlds = { service: worldOf(db), owner: worldOf(owner) };
    const repaired = await repair(worlds, allProjections, comparisons);
    clearProgress();
    console.log(`Replaced by what the log says: ${repaired.names.join(", ")}.`);
    if (repaired.ledgerPlaces > 0) {
      console.log(
        `Holdings and entries of ${repaired.ledgerPlaces} accounts were wrong: restart running services.`,
      );
    }
  } finally {
    if (owner !== db) await owner.close();
  }
}

function showProgress(position: number, goal: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${position} of ${goal}\x1b[K`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}

const HEADINGS = ["name", "version", "position", "rows", "digest in use", "digest rebuilt", ""];

function print(comparisons: readonly Comparison[], seconds: number): void {
  const rows = [HEADINGS, ...comparisons.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
  const events = Math.max(0, ...comparisons.map(({ position }) => position));
  const wrong = comparisons.filter(differs).map(({ name }) => name);
  const result = wrong.length === 0 ? "All are equal" : `Different: ${wrong.join(", ")}`;
  console.log(`\n${result}. ${events} events replayed in ${seconds.toFixed(1)} s.`);
}

function rowOf(comparison: Comparison): string[] {
  const { name, version, position, rows, live, rebuilt } = comparison;
  const remark = live === null ? "not built yet" : differs(comparison) ? "DIFFERENT" : "equal";
  return [name, String(version), String(position), String(rows), live ?? "-", rebuilt, remark];
}

/** The sentence for what kept a replay from being done; null for what nobody expected. */
function sentenceOf(error: Error): string | null {
  if (error instanceof NotCompared || error instanceof ConfigError) return error.message;
  if (error instanceof FolderLockedError) return error.message;
  if (sqlState(error) === UNDEFINED_TABLE) return "The database holds no log of this program's version.";
  return classify(error) === "retry" ? `The database cannot be reached: ${error.message}` : null;
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(sentenceOf(asError(error)) ?? error);
    process.exitCode = EXIT_NOT_COMPARED;
  },
);
