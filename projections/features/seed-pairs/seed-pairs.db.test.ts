import { afterAll, beforeAll, expect, it } from "vitest";
import { levelOf } from "#domain/features/players/level.ts";
import { playerProgress } from "#projections/features/players/player-progress.ts";
import { flipProof } from "#projections/features/proofs/flip-proof.ts";
import { fairness } from "#projections/features/seed-pairs/seed-pairs.ts";
import { allNames, PATIENCE_MS, type TestRuntime, testRuntime } from "#projections/testing/runtime.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World } from "#service/lab/testing/world.ts";

describeEachEngine("read models of a player's seeds and progress", (engine) => {
  let world: World;
  let models: TestRuntime;
  const games: string[] = [];

  beforeAll(async () => {
    const db = await engine.fresh({ readModels: true });
    world = await createWorld(engine, { db, seed: "seed pairs" });
    models = testRuntime(world.db);
    await models.start();
    const alice = await world.register("alice");
    await world.register("bob");
    for (const stake of ["1.00", "100.00", "4.00"]) {
      const outcome = await world.flip(alice, "rbx", stake);
      if (outcome.kind === "committed") games.push(outcome.answer.id);
    }
    await world.rotate(alice, "my-own-seed");
    const outcome = await world.flip(alice, "tix", "2.00");
    if (outcome.kind === "committed") games.push(outcome.answer.id);
    models.wake();
    expect(await models.whenReached(allNames, world.writer.head.position, PATIENCE_MS)).toBe(true);
  });
  afterAll(async () => {
    await models.stop();
    await world.stop();
    await world.db.close();
  });

  it("show the pair in use, and the nonce of the next game", async () => {
    const current = await fairness(models, "p_alice");
    expect(current).toMatchObject({ clientSeed: "my-own-seed", clientSeedBy: "player", nonce: 1 });
    expect(current?.serverSeedHash).toMatch(/^[0-9a-f]{64}$/);
    expect(current?.nextServerSeedHash).not.toBe(current?.serverSeedHash);
    const unplayed = await fairness(models, "p_bob");
    expect(unplayed).toMatchObject({ clientSeed: "client-seed-of-bob", clientSeedBy: "server", nonce: 0 });
    expect(await fairness(models, "p_nobody")).toBeNull();
  });

  it("prove a game, with its seed after the pair was rotated and without it before", async () => {
    const [first, , third, last] = games as [string, string, string, string];
    const proof = await flipProof(models, third);
    expect(proof).toMatchObject({
      id: third,
      scheme: "st1",
      clientSeed: "client-seed-of-alice",
      clientSeedBy: "server",
      nonce: 2,
      side: "rbx",
    });
    expect(proof?.serverSeed).toMatch(/^[0-9a-f]{64}$/);
    expect(proof?.won).toBe(proof?.result === "rbx");
    expect((await flipProof(models, first))?.nonce).toBe(0);
    expect(await flipProof(models, last)).toMatchObject({
      serverSeed: null,
      nonce: 0,
      clientSeed: "my-own-seed",
    });
    expect(await flipProof(models, "game_of_nobody")).toBeNull();
  });

  it("add up experience, from which the level follows", async () => {
    // 11 for 1.00, 20 for 100.00, 12 for 4.00 and 11 for 2.00
    expect(await playerProgress(models, "p_alice")).toEqual({ experience: 54, level: levelOf(54) });
    expect(await playerProgress(models, "p_bob")).toEqual({ experience: 0, level: 1 });
  });
});
