import { afterEach, expect, it } from "vitest";
import { exceptTypes, ofTypes } from "#projections/kernel/events/decoded-events.ts";
import { appendSynthetic, syntheticHistory } from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

describeEachEngine("the search for facts", (engine) => {
  let db: OpenDatabase;
  afterEach(() => db.close());

  /** How many events a condition finds, and whether it read the whole slice. */
  const found = async (
    condition: string,
  ): Promise<{ readonly events: number; readonly isScanned: boolean }> => {
    const text = `with slice as not materialized (select * from events),
      present as materialized (select array_agg(type) as types from slice),
      found as materialized (select position from slice where ${condition})
      select count(*)::int as events from found`;
    const [row] = await db.query<{ events: number }>(text);
    const plan = await db.query(`explain (analyze, costs off, timing off, summary off) ${text}`);
    const lines = plan.map((line) => String(Object.values(line)[0]));
    return { events: row?.events ?? -1, isScanned: !lines.some((line) => line.includes("never executed")) };
  };

  it("is limited to types that a slice has", async () => {
    db = await engine.fresh();
    const history = syntheticHistory(200, 5);
    await appendSynthetic(db, history);
    const types = history.map(({ event }) => event.type);
    const flips = types.filter((type) => type === "CoinFlipped").length;
    expect(flips).toBeGreaterThan(0);
    expect(await found(ofTypes("CoinFlipped", "RoleGranted"))).toEqual({ events: flips, isScanned: true });
    expect(await found(ofTypes("RoleGranted", "RoleRevoked"))).toEqual({ events: 0, isScanned: false });
    const others = types.length - flips;
    expect(await found(exceptTypes("CoinFlipped"))).toEqual({ events: others, isScanned: true });
    expect(await found(exceptTypes(...new Set(types)))).toEqual({ events: 0, isScanned: false });
  });
});
