import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { allNames, PATIENCE_MS, testRuntime } from "#projections/testing/runtime.ts";
import { appendSynthetic, syntheticHistory } from "#projections/testing/synthetic-log.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";

const use = { runs: 3, msPerRun: 30_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });

const slices = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });

describeEachEngine("read models", (engine) => {
  /** Follows a growing log by slices, then rebuilds it in one go. */
  const followsAsItRebuilds = async (seed: number, sizes: readonly number[]): Promise<void> => {
    const db = await engine.fresh({ readModels: true });
    const models = testRuntime(db);
    try {
      await models.start();
      const history = syntheticHistory(
        sizes.reduce((sum, size) => sum + size, 0),
        seed,
      );
      const total = history.length;
      for (const size of sizes) {
        const position = await appendSynthetic(db, history.splice(0, size));
        models.wake();
        expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
      }
      const comparisons = await models.rebuild(allNames);
      expect(comparisons.map(({ name }) => name)).toEqual(allNames);
      for (const { live, rebuilt, position } of comparisons) {
        expect(rebuilt).toBe(live);
        expect(position).toBe(total);
      }
      expect(models.troubles).toEqual([]);
    } finally {
      await models.stop();
      await db.close();
    }
  };

  it("are the same bytes from the whole log as from any slices of it", async () => {
    const logs = fc.integer({ min: 1, max: 1_000_000 });
    await forAllAsyncIn(propertySettings(use))(logs, slices, followsAsItRebuilds);
  });
});
