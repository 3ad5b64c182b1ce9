import { afterEach, expect, it } from "vitest";
import { gameHistory } from "#projections/features/house-flips/game-history.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { allNames, PATIENCE_MS, testRuntime } from "#projections/testing/runtime.ts";
import { describeEachEngine } from "#service/testing/engines.ts";
import { createWorld, type World } from "#service/testing/world.ts";

describeEachEngine("a projector", (engine) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const worldOf = async (): Promise<World> => {
    const world = await createWorld(engine, { seed: "projector" });
    closers.push(
      () => world.stop(),
      () => world.db.close(),
    );
    return world;
  };

  it("carries what happened into the read models, and a reader that waits sees it", async () => {
    const world = await worldOf();
    const models = testRuntime(world.db);
    await models.start();
    closers.push(() => models.stop());
    const alice = await world.register("alice");
    const outcome = await world.flip(alice, "rbx", "10.00");
    models.wake();
    expect(await models.whenReached(allNames, world.writer.head.position, PATIENCE_MS)).toBe(true);
    const stats = await playerStats(models, alice);
    expect(stats.totalGames).toBe(1);
    const [game] = await gameHistory(models, alice);
    expect(game).toMatchObject(
      outcome.kind === "committed" ? { id: outcome.answer.id, betAmount: "10.00" } : {},
    );
    expect(models.troubles).toEqual([]);
  });
});
