import { afterEach, expect, it } from "vitest";
import { purchasesProjection } from "#projections/features/purchases/purchases.ts";
import { scheduler, type TestRuntime, testRuntime } from "#projections/testing/runtime.ts";
import { appendSynthetic, syntheticHistory } from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { isAtHead } from "#service/http/reads/models-now.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

describeEachEngine("a read model at the head", (engine) => {
  let db: OpenDatabase;
  let reads: TestRuntime;
  afterEach(async () => {
    await reads.stop();
    await db.close();
  });

  it("includes what another process appended without an announcement", async () => {
    db = await engine.fresh({ readModels: true });
    reads = testRuntime(db, { scheduler });
    await reads.start();
    const stopAt = (position: string) =>
      db.query(`update projections set stop_at = ${position} where active and name = 'purchases'`);
    await stopAt("position");
    await appendSynthetic(db, syntheticHistory(10));
    expect(await isAtHead(purchasesProjection, { reads, withinMs: 300 })).toBe(false);
    await stopAt("null");
    expect(await isAtHead(purchasesProjection, { reads, withinMs: 30_000 })).toBe(true);
  });
});
