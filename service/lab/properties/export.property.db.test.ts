import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { replay } from "#projections/replay.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { auditBalances } from "#service/lab/testing/simulation/balances.ts";
import { programs } from "#service/lab/testing/simulation/program.ts";
import { type SimulatedHistory, simulate } from "#service/lab/testing/simulation/simulation.ts";
import { exportLog } from "#service/ledger/exported/export-log.ts";
import { importLog } from "#service/ledger/exported/import-log.ts";

/** Number of runs within `npm test`, and the time limit of one on a busy machine. */
const use = { runs: 1, shrinks: false, msPerRun: 30_000 };
const { numRuns, seed = Date.now() } = propertySettings(use);
const samples = fc.sample(programs({ least: 60, most: 120, withDepositReview: true }), { numRuns, seed });

const folder = await mkdtemp(join(tmpdir(), "florin-export-property-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const histories: SimulatedHistory[] = [];
/** Plays all logs before any database is open: a simulation replaces the clock of the whole process. */
const playAll = async (): Promise<readonly SimulatedHistory[]> => {
  for (const program of samples.slice(histories.length)) histories.push(await simulate(program));
  return histories;
};

/** Each history's export on the previous engine, and the digests of its read models there. */
const exported = new Map<number, { readonly text: string; readonly digests: object }>();

async function digestsOf(db: OpenDatabase): Promise<object> {
  const world = { db, logId: LOG_ID, owner: "property", statements: new Statements(eventTypes) };
  const comparisons = await replay(world, allProjections);
  return Object.fromEntries(comparisons.map(({ name, position, rebuilt }) => [name, { position, rebuilt }]));
}

async function textOf(db: OpenDatabase): Promise<string> {
  const pieces: string[] = [];
  await exportLog(db, { keys: [], now: () => 0, write: async (piece) => void pieces.push(piece) });
  return pieces.join("");
}

describeEachEngine("any history, exported", (engine) => {
  it(
    `replays to the same read models in another database and on another engine, seed ${seed}`,
    async () => {
      for (const [index, { appends, log }] of (await playAll()).entries()) {
        const db = await engine.fresh();
        for (const statement of appends) assert.equal((await db.run(statement)).length, 1);
        const [text, digests] = [await textOf(db), await digestsOf(db)];
        await db.close();
        const other = exported.get(index) ?? { text, digests };
        exported.set(index, other);
        assert.equal(text, other.text, "the export is the same, letter for letter, on either engine");
        const path = join(folder, `${engine.name}-${index}.ndjson`);
        await writeFile(path, other.text);
        const copy = await engine.fresh();
        const report = await importLog(copy, path, { model: logModel });
        assert.ok(report.ok, report.ok ? "" : report.problem.sentence);
        assert.deepEqual(await digestsOf(copy), other.digests);
        assert.deepEqual(digests, other.digests);
        await auditBalances(copy, log, seed + index);
        await copy.close();
      }
    },
    propertyTimeoutMs(use) * 2,
  );
});
