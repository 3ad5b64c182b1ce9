import { expect, it } from "vitest";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { assertSameTime, ClockError } from "./same-time.ts";

const HOUR_MS = 3_600_000;

describeEachEngine("a clock that is more than a minute off the database's", (engine) => {
  it("is found in both directions, and one that is right is not", async () => {
    const db = await engine.fresh({ migrated: false });
    try {
      await assertSameTime(db, Date.now);
      const ahead = assertSameTime(db, () => Date.now() + HOUR_MS);
      await expect(ahead).rejects.toThrow(/clock is \d+ s ahead of the database's/);
      const behind = assertSameTime(db, () => Date.now() - HOUR_MS);
      await expect(behind).rejects.toThrow(ClockError);
      await expect(behind).rejects.toThrow("s behind the database's");
    } finally {
      await db.close();
    }
  });
});
