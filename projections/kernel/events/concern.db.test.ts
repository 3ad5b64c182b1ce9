import { expect, it } from "vitest";
import { allProjections } from "#projections/features/all.ts";
import { advance, Statements } from "#projections/kernel/advance.ts";
import { upcastOlder } from "#projections/kernel/events/older-events.ts";
import { projectionDigests } from "#projections/kernel/rebuild/compare.ts";
import { createShadows, type Shadow } from "#projections/kernel/rebuild/shadows.ts";
import { takeStep } from "#projections/kernel/step.ts";
import { shadowWorld } from "#projections/testing/runtime.ts";
import { appendSynthetic } from "#projections/testing/synthetic-log.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { keptEvents } from "#service/lab/testing/logs/kept-events.ts";

describeEachEngine("a step over one event", (engine) => {
  // The choice of projections does not depend on the database: one engine is enough.
  it.runIf(engine.name === "postgres")(
    "changes the same as a step of all projections, for any event and version",
    async () => {
      const db = await engine.fresh();
      const world = shadowWorld(db);
      const { logId, statements } = world;
      const [concerned, all] = [
        await createShadows(world, allProjections),
        await createShadows(world, allProjections),
      ];
      const events = keptEvents();
      for (const event of events) {
        const limit = await appendSynthetic(db, [event]);
        const step = { logId, from: limit - 1, limit };
        // New for each: with too many parts, a process falls back to the whole.
        const parts = new Statements(statements.types);
        expect(await takeStep(db, { cursors: concerned, step }, parts)).toEqual({
          kind: "moved",
          upTo: limit,
        });
        await db.transaction(async (tx) => {
          const upcasts = await upcastOlder(tx, step, statements.types);
          const { moved } = await advance(tx, { cursors: all, step }, { statements, upcasts });
          expect(moved).toBe(all.length);
        });
      }
      const digestsOf = async (shadows: readonly Shadow[]) =>
        [...(await projectionDigests(db, shadows))].map(([{ name }, { digest }]) => [name, digest]);
      expect(await digestsOf(concerned)).toEqual(await digestsOf(all));
      await db.close();
    },
  );
});
