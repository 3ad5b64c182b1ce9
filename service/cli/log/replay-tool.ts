import { randomUUID } from "node:crypto";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { type Comparison, differs } from "#projections/kernel/rebuild/compare.ts";
import type { ShadowWorld } from "#projections/kernel/rebuild/shadows.ts";
import { repair } from "#projections/repair.ts";
import { replay } from "#projections/replay.ts";
import { type Config, readConfig } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { ensureServiceRole, serviceRole } from "#service/db/schema/roles.ts";
import { expectLog } from "#service/event-store/log-number.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import {
  EXIT_RIGHT,
  EXIT_WRONG,
  FLAG,
  type Given,
  logTool,
  openFolder,
  type Terminal,
  type Tool,
} from "./log-tool.ts";

const USAGE = `Builds every read model a second time from the log, beside the ones in use, and compares the two.

  npm run replay -- [--repair]

  --repair  what differs is replaced by what the log says: read models by the ones just built, while the
            service may run; holdings and entries under the lock of the log's head, after which running
            services have to be started anew

The database is that of DATABASE_URL, or the PGlite folder DATA_DIR (.data); read models are in that of
READ_MODELS_URL where it is set. After npm run import-log none is in use yet: compare the rebuilt digests with
those of the log's own database.
Exit code: 0 nothing differs, 1 something differs (or did, before --repair), 2 it could not be compared.`;

/** A statement over the whole log may take an hour. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
/** Read models are built in parallel, each on a connection of its own. */
const POOL_SIZE = 6;

const options = { repair: FLAG };

async function run(given: Given<typeof options>, { env, say }: Terminal): Promise<number> {
  const config = readConfig({ ...DEMO_KEYS, ...env }, "demo");
  const { databaseUrl, dataFolder } = config;
  const db = await (databaseUrl === null ? openFolder(dataFolder) : openAsService(databaseUrl));
  const models = config.readModelsUrl === null ? db : await openAsService(config.readModelsUrl);
  try {
    await expectLog(db, config.logId);
    await expectLog(models, config.logId);
    const startedAt = performance.now();
    const [world, elsewhere] = [worldOf(db, config.logId), worldOf(models, config.logId)];
    const comparisons = await replay(world, allProjections, elsewhere);
    clearProgress();
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const line of linesOf(comparisons, seconds)) say(line);
    if (!comparisons.some(differs)) return EXIT_RIGHT;
    if (given.repair === true) await repairAll({ db, models, config, say }, comparisons);
    return EXIT_WRONG;
  } finally {
    await models.close();
    await db.close();
  }
}

/** Uses the service's role if it exists, so that tables created here belong to the service. */
async function openAsService(databaseUrl: string): Promise<OpenDatabase> {
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

const worldOf = (db: OpenDatabase, logId: number): ShadowWorld => ({
  db,
  logId,
  owner: `replay ${randomUUID()}`,
  statements: new Statements(eventTypes),
  onProgress: showProgress,
});

interface Repairing {
  readonly db: OpenDatabase;
  readonly models: OpenDatabase;
  readonly config: Config;
}

async function repairAll(
  { db, models, config, say }: Pick<Terminal, "say"> & Repairing,
  comparisons: readonly Comparison[],
): Promise<void> {
  const { databaseUrl } = config;
  const owner = databaseUrl === null ? db : await openAsOwner(databaseUrl);
  try {
    const worlds = { service: worldOf(models, config.logId), owner: worldOf(owner, config.logId) };
    const repaired = await repair(worlds, allProjections, comparisons);
    clearProgress();
    say(`Replaced by what the log says: ${repaired.names.join(", ")}.`);
    if (repaired.ledgerPlaces > 0)
      say(`Holdings and entries of ${repaired.ledgerPlaces} accounts were wrong: restart running services.`);
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

function linesOf(comparisons: readonly Comparison[], seconds: number): string[] {
  const rows = [HEADINGS, ...comparisons.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const events = Math.max(0, ...comparisons.map(({ position }) => position));
  return [...lines, "", `${resultOf(comparisons)}. ${events} events replayed in ${seconds.toFixed(1)} s.`];
}

function resultOf(comparisons: readonly Comparison[]): string {
  const wrong = comparisons.filter(differs).map(({ name }) => name);
  if (wrong.length > 0) return `Different: ${wrong.join(", ")}`;
  const missing = comparisons.filter(({ live }) => live === null).length;
  return missing === 0
    ? "All are equal"
    : `${comparisons.length - missing} are equal, ${missing} are not built yet`;
}

function rowOf(comparison: Comparison): string[] {
  const { name, version, position, rows, live, rebuilt } = comparison;
  const remark = live === null ? "not built yet" : differs(comparison) ? "DIFFERENT" : "equal";
  return [name, String(version), String(position), String(rows), live ?? "-", rebuilt, remark];
}

/** `npm run replay`. */
export const replayTool: Tool = logTool({ usage: USAGE, options, run });
