import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { Statement } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/testing/engines.ts";
import { createWorld, type World, type WorldOptions } from "#service/testing/world.ts";

const LATE_MS = 10_000;

describeEachEngine("a writer in trouble", (engine) => {
  const worlds: World[] = [];
  afterEach(() => Promise.all(worlds.splice(0).map((world) => world.stop())));

  async function open(options: WorldOptions): Promise<World> {
    const world = await createWorld(engine, options);
    worlds.push(world);
    return world;
  }

  /** Gives `late` when an outcome takes too long, so that a command nobody answers fails the test and not the run. */
  const inTime = <T>(outcome: Promise<T>): Promise<T | "late"> =>
    Promise.race([outcome, sleep(LATE_MS, "late" as const, { ref: false })]);

  it("decides for somebody it does not know while a rival appends faster than it can load", async () => {
    const db = await engine.fresh();
    const rival = await open({ db });
    const [alice, bob] = [await rival.register("alice"), await rival.register("bob")];
    const slow = await open({ db: withLoads(db, () => sleep(30)) });
    let isOver = false;
    const hammering = (async () => {
      while (!isOver) await rival.flip(bob, "rbx", "1.00");
    })();
    const outcome = await inTime(slow.flip(alice, "rbx", "1.00"));
    isOver = true;
    await hammering;
    expect(outcome).toMatchObject({ kind: "committed" });
  });

  it("fails the games whose seed is lost, in a turn and outside of one, and no others", async () => {
    const db = await engine.fresh();
    const first = await open({ db });
    const names = ["alice", "bob", "carol", "dave"];
    const [alice, bob, carol, dave] = await Promise.all(names.map((name) => first.register(name)));
    await db.query("delete from sealed_seeds where owner = $1", [alice ?? ""]);
    await db.query("update sealed_seeds set sealed = 'other.AA.AA.AA' where owner = $1", [bob ?? ""]);
    const rival = await open({ db });
    const second = await open({ db });
    const kinds = async (world: World, players: readonly (string | undefined)[]) => {
      const outcomes = players.map((player) => inTime(world.flip(player ?? "", "rbx", "1.00")));
      return (await Promise.all(outcomes)).map((outcome) => (outcome === "late" ? outcome : outcome.kind));
    };
    expect(await kinds(second, [alice, bob, carol])).toEqual(["failed", "failed", "committed"]);
    // A batch that misses because a rival was first is followed by turns.
    while (second.writer.counts.turns === 0)
      await Promise.all([kinds(rival, [carol]), kinds(second, [carol])]);
    expect(await kinds(second, [alice, bob, dave])).toEqual(["failed", "failed", "committed"]);
  });
});

/** A database that does something before each statement that loads states. */
function withLoads(db: OpenDatabase, before: () => Promise<unknown>): OpenDatabase {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "run") return value.bind(target);
      return async (statement: Statement) => {
        if (statement.name?.startsWith("load_")) await before();
        return target.run(statement);
      };
    },
  });
}
