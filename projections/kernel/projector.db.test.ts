import { afterEach, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { allProjections } from "#projections/features/all.ts";
import { coinFlips } from "#projections/features/house-flips/flips.ts";
import { gameHistory } from "#projections/features/house-flips/game-history.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { playerProgress } from "#projections/features/players/player-progress.ts";
import { Statements } from "#projections/kernel/advance.ts";
import type { Projection } from "#projections/kernel/projection.ts";
import { GATHER_MS } from "#projections/kernel/projector.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { pause } from "#projections/kernel/scheduler.ts";
import { takeStep } from "#projections/kernel/step.ts";
import { STEP_EVENTS } from "#projections/kernel/step-size.ts";
import {
  CrashError,
  faultyDatabase,
  Gate,
  observedDatabase,
  slowDatabase,
} from "#projections/testing/faulty-database.ts";
import {
  allNames,
  hurried,
  liveDigests,
  PATIENCE_MS,
  scheduler,
  type TestRuntime,
  testRuntime,
} from "#projections/testing/runtime.ts";
import {
  appendSynthetic,
  flip,
  HISTORY_MODELS,
  syntheticHistory,
} from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld } from "#service/lab/testing/world.ts";

describeEachEngine("a projector", (engine) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const fresh = async (): Promise<OpenDatabase> => {
    const db = await engine.fresh({ readModels: true });
    closers.push(() => db.close());
    return db;
  };
  const started = async (...args: Parameters<typeof testRuntime>): Promise<TestRuntime> => {
    const models = testRuntime(...args);
    await models.start();
    closers.push(() => models.stop());
    return models;
  };
  const caughtUp = async (models: TestRuntime, position: number): Promise<void> => {
    models.wake();
    expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
  };
  const positionsOf = async (db: OpenDatabase): Promise<Record<string, number>> => {
    const rows = await db.query<{ name: string; position: bigint }>(
      "select name, position from projections where active",
    );
    return Object.fromEntries(rows.map(({ name, position }) => [name, Number(position)]));
  };
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + PATIENCE_MS; !(await isSo()); ) {
      expect(Date.now()).toBeLessThan(end);
      await pause(scheduler, 5);
    }
  };
  const expireLeases = (db: OpenDatabase) =>
    db.query("update projections set lease_until = clock_timestamp() - interval '1 second'");

  it("shows every writer their own writes, as soon as the wait is over", async () => {
    const world = await createWorld(engine, { db: await fresh(), seed: "projector" });
    closers.push(() => world.stop());
    const other = await engine.another(world.db);
    const near = await started(world.db);
    const far = other === null ? near : await started(other);
    const alice = await world.register("alice");
    for (let games = 1; games <= 15; games += 1) {
      const outcome = await world.flip(alice, games % 2 === 0 ? "rbx" : "tix", "1.00");
      if (outcome.kind !== "committed") throw new Error("a flip was not taken");
      near.wake();
      const [here, there] = await Promise.all(
        [near, far].map((models) =>
          gameHistory(models.reaching(outcome.position, PATIENCE_MS), { ...ANYBODY, playerId: alice }),
        ),
      );
      expect(here?.[0]?.id).toBe(outcome.answer.id);
      expect(there?.[0]?.id).toBe(outcome.answer.id);
      expect(here).toHaveLength(games);
    }
    expect([...near.troubles, ...far.troubles, ...world.troubles]).toEqual([]);
  });

  it("lets events gather after a step, and takes the next one at once for a waiter", async () => {
    const db = await fresh();
    const gathered: (() => void)[] = [];
    const models = await started(db, {
      scheduler: {
        after: (ms, work) => {
          if (ms !== GATHER_MS) return scheduler.after(ms, work);
          gathered.push(work);
          return () => {};
        },
      },
    });
    const history = syntheticHistory(30);
    await caughtUp(models, await appendSynthetic(db, history.splice(0, 10)));
    await until(() => gathered.length > 0);
    const second = await appendSynthetic(db, history.splice(0, 10));
    models.wake();
    await pause(scheduler, 4 * GATHER_MS);
    expect(new Set(Object.values(await positionsOf(db)))).toEqual(new Set([10]));
    expect(await models.whenReached(allNames, second, PATIENCE_MS)).toBe(true);
    await appendSynthetic(db, history);
    models.wake();
    for (const end of gathered.splice(0)) end();
    await until(async () => Object.values(await positionsOf(db)).every((position) => position === 30));
  });

  it("does not let events gather while it is behind", async () => {
    const db = await fresh();
    const models = testRuntime(db, {
      scheduler: { after: (ms, work) => (ms === GATHER_MS ? () => {} : scheduler.after(ms, work)) },
    });
    closers.push(() => models.stop());
    const events = 2 * STEP_EVENTS.pglite.usual + 10;
    await appendSynthetic(db, syntheticHistory(events));
    await models.start();
    await until(async () => Object.values(await positionsOf(db)).every((position) => position === events));
  });

  it("returns false for a wait that timed out, and true for one beyond the head once it is there", async () => {
    const db = await fresh();
    const models = await started(db);
    await models.stop();
    await appendSynthetic(db, syntheticHistory(5));
    expect(await models.whenReached(allNames, 5, 50)).toBe(false);
    const again = await started(db);
    expect(await again.whenReached(allNames, 1_000_000, PATIENCE_MS)).toBe(true);
    expect(await positionsOf(db)).toEqual(Object.fromEntries(allNames.map((name) => [name, 5])));
  });

  it("reports how far each projection is behind, and since when", async () => {
    const db = await fresh();
    const models = await started(db);
    await caughtUp(models, await appendSynthetic(db, syntheticHistory(5)));
    await models.stop();
    await db.query("update projections set moved_at = clock_timestamp() - interval '1 hour'");
    const level = await models.health();
    expect(level.position).toBe(5);
    expect(level.projections.map(({ lag, waitedMs }) => [lag, waitedMs])).toEqual(allNames.map(() => [0, 0]));
    const [now] = await db.query<{ ms: bigint }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms",
    );
    const event = flip({ playerId: "p_1", gameId: "late", side: "rbx", result: "tix", stake: 100n });
    await appendSynthetic(db, [{ event, at: Number(now?.ms) - 60_000 }]);
    const behind = await models.health();
    for (const { lag, waitedMs } of behind.projections) {
      expect(lag).toBe(1);
      expect(waitedMs).toBeGreaterThanOrEqual(60_000);
      expect(waitedMs).toBeLessThan(600_000);
    }
  });

  it("applies nothing twice, however often it is woken", async () => {
    const db = await fresh();
    const models = await started(db);
    await caughtUp(models, await appendSynthetic(db, syntheticHistory(100)));
    const before = await liveDigests(db);
    for (let n = 0; n < 20; n += 1) models.wake();
    const rows = await db.query<{ name: string; generation: number; lease_epoch: bigint }>(
      "select name, generation, lease_epoch from projections order by name",
    );
    for (const projection of allProjections) {
      const row = rows.find(({ name }) => name === projection.name);
      const runner = { projection, generation: row?.generation ?? 0, epoch: Number(row?.lease_epoch) };
      const step = { logId: 1, from: 0, limit: 100 };
      const outcome = await takeStep(db, { cursors: [runner], step }, new Statements(eventTypes));
      expect(outcome).toEqual({ kind: "refused" });
    }
    expect(await liveDigests(db)).toEqual(before);
  });

  it("loses and duplicates nothing when it ends between write and commit", async () => {
    const db = await fresh();
    let commits = 0;
    const crashing = faultyDatabase(db, () => {
      commits += 1;
      if (commits > 1 && commits % 3 !== 0) throw new CrashError("ended before the commit");
    });
    const models = await started(crashing, { isTransient: (error) => error instanceof CrashError });
    const history = syntheticHistory(200);
    let last = 0;
    while (history.length > 0) {
      last = await appendSynthetic(db, history.splice(0, 40));
      models.wake();
      await models.whenReached(["player-stats"], last, 5);
    }
    await caughtUp(models, last);
    expect(models.troubles.length).toBeGreaterThan(0);
    const healthy = testRuntime(db);
    expect((await healthy.rebuild(HISTORY_MODELS)).filter(differs)).toEqual([]);
  });

  it("takes shorter steps if long ones exceed a time limit, and rebuilds in shorter ones too", async () => {
    const db = await fresh();
    const limited = slowDatabase(db, 1_500);
    const models = await started(limited, { isTransient: (error) => error instanceof CrashError });
    await models.stop();
    const last = await appendSynthetic(db, syntheticHistory(1_600));
    const again = await started(limited, { isTransient: (error) => error instanceof CrashError });
    await caughtUp(again, last);
    expect((await again.rebuild(HISTORY_MODELS)).filter(differs)).toEqual([]);
  });

  it("takes half as many events after a slow step, where steps may be that long", async () => {
    const db = await fresh();
    const allowed: number[] = [];
    let now = 0;
    const models = await started(
      observedDatabase(db, ({ name, values: [, from, limit] = [] }) => {
        if (name === "projector_settings") allowed.push(Number(limit) - Number(from));
      }),
      { now: () => (now += 6_000) },
    );
    const history = syntheticHistory(20);
    await caughtUp(models, await appendSynthetic(db, history.splice(0, 10)));
    await caughtUp(models, await appendSynthetic(db, history));
    const { usual } = STEP_EVENTS[db.engine];
    expect(allowed[0]).toBe(usual);
    expect(allowed.at(-1)).toBeLessThanOrEqual(db.engine === "pglite" ? usual : usual / 2);
    expect(allowed.at(-1)).toBeGreaterThan(0);
  });

  it("refuses the late write of a process that was considered dead", async () => {
    const db = await fresh();
    const gate = new Gate();
    const zombie = await started(faultyDatabase(db, () => gate.pass()));
    await caughtUp(zombie, await appendSynthetic(db, syntheticHistory(20)));
    await zombie.stop();
    const rows = await db.query<{ name: string; generation: number; lease_epoch: bigint }>(
      "select name, generation, lease_epoch from projections where name = 'player-stats'",
    );
    const heir = await started(db);
    const projection = allProjections.find(({ name }) => name === "player-stats") as Projection;
    const runner = { projection, generation: 1, epoch: Number(rows[0]?.lease_epoch) };
    const last = await appendSynthetic(db, syntheticHistory(40).slice(20));
    const step = { logId: 1, from: 20, limit: last };
    expect(await takeStep(db, { cursors: [runner], step }, new Statements(eventTypes))).toEqual({
      kind: "refused",
    });
    await caughtUp(heir, last);
    expect((await heir.rebuild(HISTORY_MODELS)).filter(differs)).toEqual([]);
  });

  it("stops at a given position, and continues when it may", async () => {
    const db = await fresh();
    const models = await started(db);
    const history = syntheticHistory(40);
    await caughtUp(models, await appendSynthetic(db, history.splice(0, 10)));
    await db.query("update projections set stop_at = 25 where name = 'leaderboard'");
    const last = await appendSynthetic(db, history);
    models.wake();
    const others = allNames.filter((name) => name !== "leaderboard");
    expect(await models.whenReached(others, last, PATIENCE_MS)).toBe(true);
    expect(await models.whenReached(["leaderboard"], 25, PATIENCE_MS)).toBe(true);
    models.wake();
    expect(await models.whenReached(["leaderboard"], 26, 100)).toBe(false);
    expect(await positionsOf(db)).toMatchObject({ leaderboard: 25, "player-stats": last });
    await db.query("update projections set stop_at = null");
    await caughtUp(models, last);
    expect((await models.rebuild(HISTORY_MODELS)).filter(differs)).toEqual([]);
  });

  it("stops before an event that it cannot apply, reports it, and lets the others continue", async () => {
    const db = await fresh();
    const fragile: Projection = {
      name: "fragile",
      version: 1,
      tables: { fragile: { columns: { position: "bigint not null" }, key: ["position"] } },
      reads: [coinFlips],
      apply: (table) => [
        `insert into ${table("fragile")} select position / case when stake = 66600 then 0 else 1 end from coin_flips`,
      ],
    };
    const models = await started(db, { projections: [...allProjections, fragile], scheduler: hurried });
    const games = Array.from({ length: 30 }, (_, n) =>
      flip({
        playerId: "p_1",
        gameId: `g${n}`,
        side: "rbx",
        result: "tix",
        stake: n === 20 ? 66_600n : 100n,
      }),
    );
    const last = await appendSynthetic(
      db,
      games.map((event) => ({ event, at: 1 })),
    );
    await caughtUp(models, last);
    const failed = async () => (await models.health()).projections.find(({ name }) => name === "fragile");
    await expect
      .poll(async () => (await failed())?.error, { timeout: PATIENCE_MS })
      .toMatch("division by zero");
    expect(await failed()).toMatchObject({ position: 20, lag: 10 });
    expect((await failed())?.error).toMatch("fragile has stopped before position 21");
    expect(models.troubles).toHaveLength(1);
    const applied = await models.ask((table) => `select count(*) as n from ${table("fragile")}`);
    expect(applied).toEqual([{ n: 20n }]);
    await models.stop();
    const mended = {
      ...fragile,
      apply: (table: (name: string) => string) => [
        `insert into ${table("fragile")} select position from coin_flips`,
      ],
    };
    const later = await started(db, { projections: [...allProjections, mended] });
    later.wake();
    expect(await later.whenReached(["fragile"], last, PATIENCE_MS)).toBe(true);
    expect((await later.health()).projections.every(({ error }) => error === null)).toBe(true);
  });

  it("stops at an unknown event, with everything before it applied", async () => {
    const db = await fresh();
    const models = await started(db, { scheduler: hurried });
    const history = syntheticHistory(20);
    const unknown = { event: { ...history[0]!.event, type: "CoinMelted" }, at: 1 };
    await appendSynthetic(db, [...history.slice(0, 15), unknown, ...history.slice(15)]);
    models.wake();
    const errors = async () => (await models.health()).projections.map(({ error }) => error);
    await expect
      .poll(errors, { timeout: PATIENCE_MS })
      .toEqual(allNames.map(() => expect.stringMatching("CoinMelted version 1 at position 16")));
    expect(await positionsOf(db)).toEqual(Object.fromEntries(allNames.map((name) => [name, 15])));
  });

  it("reads events of an older version through their upcasters", async () => {
    const db = await fresh();
    const upcasters = [(payload: object) => ({ ...payload, xp: 1_000 })];
    const types = {
      ...eventTypes,
      CoinFlipped: { version: 2, upcasters, parse: (payload: JsonObject) => payload },
    };
    const models = await started(db, { types });
    const game = (n: number, schemaVersion: number) => ({
      event: {
        ...flip({ playerId: "p_1", gameId: `g${n}`, side: "rbx", result: "tix", stake: 100n, xp: 7 }),
        schemaVersion,
      },
      at: 1,
    });
    const versions = [1, 2, 2, 1, 1, 2, 1, 2];
    const last = await appendSynthetic(
      db,
      versions.map((version, n) => game(n, version)),
    );
    await caughtUp(models, last);
    expect((await playerProgress(models, "p_1")).experience).toBe(4 * 1_000 + 4 * 7);
    expect((await playerStats(models, "p_1")).totalGames).toBe(versions.length);
    expect((await models.rebuild(HISTORY_MODELS)).filter(differs)).toEqual([]);
  });

  if (engine.name === "postgres") severalProcesses();

  function severalProcesses(): void {
    it("shares the work by leases: one moves, the other takes over when it stops", async () => {
      const db = await fresh();
      const other = (await engine.another(db)) as OpenDatabase;
      const first = await started(db);
      const second = await started(other);
      const history = syntheticHistory(90);
      for (const models of [first, second]) {
        const position = await appendSynthetic(db, history.splice(0, 30));
        first.wake();
        second.wake();
        expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
      }
      const owners = await db.query("select distinct lease_owner as owner from projections");
      expect(owners).toHaveLength(1);
      await first.stop();
      await caughtUp(second, await appendSynthetic(db, history));
      expect((await second.rebuild(HISTORY_MODELS)).filter(differs)).toEqual([]);
    });

    it("takes over from a frozen process, which then finds itself relieved", async () => {
      const db = await fresh();
      const other = (await engine.another(db)) as OpenDatabase;
      const gate = new Gate();
      let isHeld = false;
      const before = {
        ...faultyDatabase(db, () => {}),
        transaction: (async (work, options) => {
          await gate.pass();
          isHeld = true;
          return db.transaction(work, options);
        }) as OpenDatabase["transaction"],
      };
      const frozen = await started(before);
      const history = syntheticHistory(60);
      await caughtUp(frozen, await appendSynthetic(db, history.splice(0, 20)));
      gate.close();
      isHeld = false;
      const last = await appendSynthetic(db, history.splice(0, 20));
      frozen.wake();
      await expireLeases(db);
      const heir = await started(other);
      await caughtUp(heir, last);
      gate.open();
      await expect.poll(() => isHeld, { timeout: PATIENCE_MS }).toBe(true);
      await caughtUp(heir, await appendSynthetic(db, history));
      expect(frozen.troubles).toEqual([]);
      expect((await heir.rebuild(HISTORY_MODELS)).filter(differs)).toEqual([]);
    });

    it("keeps its lease while the step that renews it is under way", async () => {
      const db = await fresh();
      const other = (await engine.another(db)) as OpenDatabase;
      const gate = new Gate();
      let isHeld = false;
      const beforeCommit = () => {
        isHeld = true;
        return gate.pass();
      };
      const slow = await started(faultyDatabase(db, beforeCommit));
      await caughtUp(slow, await appendSynthetic(db, syntheticHistory(20)));
      const owner = (await db.query("select lease_owner from projections limit 1"))[0];
      await expireLeases(db);
      gate.close();
      isHeld = false;
      const last = await appendSynthetic(db, syntheticHistory(40).slice(20));
      slow.wake();
      await expect.poll(() => isHeld, { timeout: PATIENCE_MS }).toBe(true);
      const rival = testRuntime(other);
      const starting = rival.start();
      gate.open();
      await starting;
      closers.push(() => rival.stop());
      expect(await rival.whenReached(allNames, last, PATIENCE_MS)).toBe(true);
      const owners = await db.query("select distinct lease_owner from projections");
      expect(owners).toEqual([owner]);
    });
  }
});
