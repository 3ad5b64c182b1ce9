import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { migrate } from "#service/db/schema/migrate.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import { betsByTransaction } from "#service/lab/bench/baselines/transaction-per-command.ts";
import { type BetTaker, Bettors } from "#service/lab/bench/play/players.ts";
import { withDb } from "#service/lab/bench/play/with-writer.ts";
import { audit } from "#service/lab/bench/report/audit.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { closedLoop } from "../load.ts";
import { benchSealer } from "../settings.ts";
import { finishTemplate, populate } from "../template.ts";

const CALLERS = 32;

/** A folder with the template's players, made once. */
async function templateFolder(bench: Bench): Promise<string> {
  const folder = join(bench.folder, "pglite-template");
  if (existsSync(folder)) return folder;
  await withDb(openPglite(folder), async (db) => {
    await migrate(db, await projectMigrations());
    await populate(db);
    await finishTemplate(db, null);
  });
  return folder;
}

interface Taking {
  readonly to: BetTaker;
  readonly stop: () => Promise<void>;
}

/** Runs bets on a PGlite of its own, in a folder on disk, and audits its rows. */
async function onPglite(
  bench: Bench,
  kind: "log" | "baseline",
  take: (db: OpenDatabase) => Promise<Taking>,
): Promise<Measures> {
  const folder = join(bench.folder, "pglite-run");
  await cp(await templateFolder(bench), folder, { recursive: true });
  const db = await openPglite(folder);
  try {
    const { to, stop } = await take(db);
    const bettors = new Bettors(to);
    const work = async () => {
      if (kind === "log") await bettors.everyFirstBet();
      return closedLoop(bettors.bet, { callers: CALLERS, ...bench.spans });
    };
    const loaded = await work().finally(stop);
    await audit(db, kind, bettors.acknowledged.tally);
    return { ...loaded };
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The embedded database. */
export const pgliteSubjects: readonly Subject[] = [
  {
    id: "pglite-writer",
    run: (bench) =>
      onPglite(bench, "log", async (db) => {
        const writer = createLogWriter({ db, sealer: benchSealer });
        await writer.start();
        return { to: writer, stop: () => writer.stop() };
      }),
  },
  {
    id: "pglite-transaction",
    run: (bench) =>
      onPglite(bench, "baseline", async (db) => ({
        to: await betsByTransaction(db),
        stop: async () => {},
      })),
  },
];
