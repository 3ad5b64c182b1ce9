import assert from "node:assert/strict";
import fc from "fast-check";
import { it } from "vitest";
import { testRuntime } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/testing/property-settings.ts";
import { auditLog, auditReadModels } from "#service/testing/simulation/audit.ts";
import { checkLog } from "#service/testing/simulation/oracles.ts";
import { programs } from "#service/testing/simulation/program.ts";
import { type SimulatedHistory, simulate } from "#service/testing/simulation/simulation.ts";
import { readLog, type StoredLog } from "#service/testing/simulation/stored-log.ts";

/** Runs within `npm test`, and how long one may take on a busy machine. */
const use = { runs: 3, shrinks: false, msPerRun: 30_000 };
const STEPS_MAX = 80;

/** The same logs for every engine, and what each engine made of them. */
const { numRuns, seed = Date.now() } = propertySettings(use);
const samples = fc.sample(
  fc.record({
    program: programs({ steps: STEPS_MAX }),
    /** How many appends come between two looks of the projector. */
    slices: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
  }),
  { numRuns, seed },
);
const histories: SimulatedHistory[] = [];
/** Plays them all, before any database is open: while a simulation runs, time is its own for the whole process. */
const playAll = async (): Promise<readonly SimulatedHistory[]> => {
  for (const { program } of samples.slice(histories.length)) histories.push(await simulate(program));
  return histories;
};
const digests = new Map<number, Readonly<Record<string, string>>>();

/** Appends to a real log by the very statements that were committed to a simulated one. */
async function appendAll(
  db: OpenDatabase,
  { appends }: SimulatedHistory,
  betweenSlices: (applied: number) => void,
): Promise<void> {
  for (const [index, statement] of appends.entries()) {
    const rows = await db.run(statement);
    assert.equal(rows.length, 1, `append ${index + 1} finds the head where it was`);
    betweenSlices(index + 1);
  }
}

/** What a log is, apart from what only the simulation's own process keeps. */
const tablesOf = ({ head, events, blocks, entries, holdings, commands, seeds }: StoredLog) => ({
  head,
  events: events.map((event) => ({ ...event, leaf: Buffer.from(event.leaf).toString("hex") })),
  blocks: blocks.map(({ hash, root, previous, ...block }) => ({
    ...block,
    hashes: [hash, root, previous].map((bytes) => Buffer.from(bytes).toString("hex")),
  })),
  entries,
  holdings,
  commands: new Map(
    [...commands].map(([id, { requestHash, ...kept }]) => [id, { ...kept, hash: hexOf(requestHash) }]),
  ),
  seeds: new Map([...seeds].map(([commitment, row]) => [commitment, { ...row }])),
});
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describeEachEngine(`logs of seed ${seed}`, (engine) => {
  it(
    "hold what a simulated database holds after the same statements, and give the same read models on both engines",
    async () => {
      for (const [run, history] of (await playAll()).entries()) {
        const db = await engine.fresh();
        const models = testRuntime(db);
        try {
          await models.start();
          const { slices } = samples[run]!;
          let next = 0;
          await appendAll(db, history, (applied) => {
            if (applied < next) return;
            next = applied + slices[applied % slices.length]!;
            models.wake();
          });
          const log = await readLog(db);
          checkLog(log);
          const { head, ...tables } = tablesOf(log);
          const { head: simulated, ...simulatedTables } = tablesOf(history.log);
          assert.deepEqual(tables, simulatedTables);
          assert.deepEqual(
            { ...head, hash: hexOf(head.hash) },
            { ...simulated, hash: hexOf(simulated.hash) },
          );
          await auditLog(db, log);
          const made = await auditReadModels(db, models, head.position);
          const before = digests.get(run) ?? made;
          digests.set(run, before);
          assert.deepEqual(made, before, "both engines make the same bytes of the same log");
        } finally {
          await models.stop();
          await db.close();
        }
      }
    },
    propertyTimeoutMs(use),
  );
});
