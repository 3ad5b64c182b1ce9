import assert from "node:assert/strict";
import fc from "fast-check";
import { it, vi } from "vitest";
import type { Account, Asset } from "#domain/accounts/account.ts";
import { eventTypes, playerStreamKind } from "#domain/features/registry.ts";
import type { StreamName } from "#domain/kernel/events/event.ts";
import type { Row, Sql, Statement } from "#projections/kernel/sql.ts";
import { testRuntime } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { checkHeadStatement } from "#service/event-store/append/append-statement.ts";
import type { Batch } from "#service/event-store/append/batch.ts";
import { lookUpCommands } from "#service/event-store/commands/command-lookup.ts";
import * as follow from "#service/event-store/follow.ts";
import { loadNeeds } from "#service/event-store/states/loader.ts";
import type { Need } from "#service/event-store/states/not-loaded.ts";
import { saveSnapshots } from "#service/event-store/states/snapshots.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { Vault } from "#service/features/seed-pairs/vault.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { auditLog, auditReadModels } from "#service/lab/testing/simulation/audit.ts";
import type { SimulatedLog } from "#service/lab/testing/simulation/database/simulated-log.ts";
import { runQuery } from "#service/lab/testing/simulation/database/simulated-queries.ts";
import { readLog, type StoredLog } from "#service/lab/testing/simulation/database/stored-log.ts";
import { checkLog } from "#service/lab/testing/simulation/oracles.ts";
import { programs } from "#service/lab/testing/simulation/program.ts";
import { type SimulatedHistory, simulate } from "#service/lab/testing/simulation/simulation.ts";
import { worldSealer } from "#service/lab/testing/world.ts";

/** Number of runs within `npm test`, and the time limit of one on a busy machine. */
const use = { runs: 1, shrinks: false, msPerRun: 60_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const LENGTH = { least: 90, most: 150 };

/** The same logs for every engine, and the results of each. */
const { numRuns, seed = Date.now() } = propertySettings(use);
const samples = fc.sample(
  fc.record({
    program: programs({ ...LENGTH, withDepositReview: true }),
    /** Appends between two steps of the projector. */
    slices: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
  }),
  { numRuns, seed },
);
const histories: SimulatedHistory[] = [];
/** Plays all logs before any database is open: a simulation replaces the clock of the whole process. */
const playAll = async (): Promise<readonly SimulatedHistory[]> => {
  for (const { program } of samples.slice(histories.length)) histories.push(await simulate(program));
  return histories;
};
const digests = new Map<number, Readonly<Record<string, string>>>();

/** Appends to a real log with the very statements that were committed to a simulated one. */
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

/** The contents of a log, except those known only to the simulating process. */
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

/** Sends both databases the event store's queries, in its own ways. */
async function compareReads(db: OpenDatabase, simulated: SimulatedLog): Promise<void> {
  const fake: Sql = {
    run: async <R extends Row>(statement: Statement) => runQuery(simulated, statement) as readonly R[],
    query: async (text) => Promise.reject(new Error(`The event store does not ask "${text}"`)),
  };
  const last = simulated.head.position;
  const middle = Math.trunc(last / 2);
  const start = { ...simulated.head };
  const heads = [start, { ...start, position: middle }, { ...start, hash: new Uint8Array(32) }];
  const plain = [
    follow.readHeadStatement(LOG_ID),
    follow.lockHeadStatement(LOG_ID),
    ...[0, middle, last].map((after) => follow.followStatement(LOG_ID, after)),
    ...[0, middle, last].map((after) => follow.catchUpStatement(LOG_ID, after)),
    ...heads.map((head) => checkHeadStatement({ start: head } as Batch, LOG_ID)),
  ];
  for (const statement of plain) {
    const [found, expected] = [await db.run(statement), await fake.run(statement)];
    assert.deepEqual(found.map(comparable), expected.map(comparable), statement.name);
  }
  const ids = [...simulated.commands.keys(), "cmd_never"];
  const look = async (sql: Sql) =>
    [...(await lookUpCommands(ids, sql))].map(([id, row]) => [id, comparable({ ...row })]).sort();
  assert.deepEqual(await look(db), await look(fake));
  await compareLoads(db, { fake, simulated });
}

/** Loads every stream and holding from both, before and after there are snapshots. */
async function compareLoads(
  db: OpenDatabase,
  { fake, simulated }: { readonly fake: Sql; readonly simulated: SimulatedLog },
): Promise<void> {
  const streams = [...new Set(simulated.events.map(({ stream }) => stream)), "player:nobody"];
  const players = streams.filter((name) => name.startsWith("player:")) as StreamName[];
  const needs: Need[] = [
    ...players.map((name): Need => ({ stream: { kind: playerStreamKind, name } })),
    ...[...simulated.holdings.keys(), "player:nobody RBX"].map((key): Need => {
      const [account, asset] = key.split(" ") as [Account, Asset];
      return { holding: { account, asset } };
    }),
  ];
  const load = async (sql: Sql) => {
    const vault = new Vault({ sealer: worldSealer, logId: LOG_ID, max: 1_000 });
    const { streams: loaded, holdings } = await loadNeeds(needs, {
      sql,
      secrets: vault,
      logId: LOG_ID,
      eventTypes,
    });
    const byName = <T extends object>(entries: readonly T[]) =>
      entries.map((entry) => JSON.stringify(entry, bigintText)).sort();
    const seeds = [...simulated.seeds.keys()].filter((commitment) => vault.has(commitment)).sort();
    return { streams: byName(loaded), holdings: byName(holdings), seeds };
  };
  // The previous engine left its own.
  simulated.snapshots.clear();
  const before = await load(db);
  assert.deepEqual(before, await load(fake));
  const { streams: entries } = await loadNeeds(needs, {
    sql: fake,
    secrets: new Vault({ sealer: worldSealer, logId: LOG_ID, max: 1_000 }),
    logId: LOG_ID,
    eventTypes,
  });
  const snapshots = entries
    .filter(({ version }) => version > 0)
    .map((entry) => ({
      entry,
      version: entry.version,
      position: simulated.head.position,
      state: entry.state,
    }));
  for (const sql of [db, fake]) await saveSnapshots(snapshots, { sql, logId: LOG_ID });
  const after = await load(db);
  assert.deepEqual(after, await load(fake));
  assert.deepEqual(after.holdings, before.holdings);
}

const bigintText = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
/** A row whose bytes compare by value. */
const comparable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => column !== "leaf")
      .map(([column, value]) => [column, value instanceof Uint8Array ? hexOf(value) : (value ?? null)])
      .filter(([, value]) => value !== null),
  );

describeEachEngine(`logs of seed ${seed}`, (engine) => {
  it("hold the same as a simulated database after the same statements, with the same read models on both engines", async () => {
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
        assert.deepEqual({ ...head, hash: hexOf(head.hash) }, { ...simulated, hash: hexOf(simulated.hash) });
        await compareReads(db, history.log);
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
  });
});
