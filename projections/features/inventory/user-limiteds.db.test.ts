import { expect, it } from "vitest";
import { ENTRIES_SHOWN_MAX } from "#domain/features/inventory/rules.ts";
import { LIMITEDS_MAX } from "#domain/features/limiteds/rules.ts";
import { limiteds } from "#projections/features/limiteds/limiteds.ts";
import type { TestRuntime } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { withModels } from "#service/lab/testing/databases/with-models.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { userLimiteds } from "./user-limiteds.ts";

const OWNER = "player:p_alice";
const ALIKE = 100;
const SINGLE = ENTRIES_SHOWN_MAX + 50;
/** Equal copies are of this item, and those with serial numbers of the next. */
const [HAT, CROWN] = [1, 2];

describeEachEngine("a collection too large for one answer", (engine) => {
  let db: OpenDatabase;
  let models: TestRuntime;
  withModels(engine, async (on) => {
    ({ db, models } = on);
    await db.query(
      `insert into read_models.limiteds_1 (asset_id, id, name, description, asset_type)
      select n, n, 'Item ' || n, '', 8 from generate_series(1, ${LIMITEDS_MAX + 1}) n`,
    );
    await db.query(
      `insert into read_models.limited_values_1 (asset_id, value, source, value_at, market_value, market_source, market_at)
      select n, n * 100, 'original_price', 0, n * 100, 'original_price', 0
      from generate_series(1, ${LIMITEDS_MAX + 1}) n`,
    );
    // Equal copies come among those with serial numbers: the oldest of them before the first.
    await db.query(
      `insert into read_models.copies_1 (asset, holder, owner, id, acquired_at)
      select 'item:${HAT}:' || n, $1::text, $1::text, n * 10, n from generate_series(1, ${ALIKE}) n
      union all
      select 'item:${CROWN}:' || n, case when n = 1 then 'escrow:g' else $1::text end, $1::text, n * 10 + 1, n
      from generate_series(1, ${SINGLE}) n`,
      [OWNER],
    );
    await db.query(
      `insert into read_models.copy_sightings_1 (asset, serial, sighted_at)
      select 'item:${CROWN}:' || n, n, null from generate_series(1, ${SINGLE}) n`,
    );
  });

  it("returns the newest entries of an inventory, up to a limit, and the older ones before one of them", async () => {
    const newest = await userLimiteds(models, "p_alice");
    expect(newest).toHaveLength(ENTRIES_SHOWN_MAX);
    expect(newest.map(({ serialNumber }) => serialNumber)).toEqual(
      Array.from({ length: ENTRIES_SHOWN_MAX }, (_, n) => SINGLE - n),
    );
    const older = await userLimiteds(models, "p_alice", { before: newest.at(-1)?.id });
    expect(older).toHaveLength(SINGLE - ENTRIES_SHOWN_MAX + 1);
    expect(older.at(0)?.serialNumber).toBe(SINGLE - ENTRIES_SHOWN_MAX);
    // Equal copies are one entry, placed by the oldest of them, however many others are between.
    expect(older.at(-1)).toMatchObject({ assetId: HAT, quantity: ALIKE, serialNumber: null, id: 10 });
    expect(older.at(-2)).toMatchObject({ assetId: CROWN, quantity: 1, serialNumber: 1, inPlay: true });
  });

  it("pages through an inventory without a gap, and each entry with all of its copies", async () => {
    const seen: number[] = [];
    let copies = 0;
    for (let before: number | undefined; ; before = seen.at(-1)) {
      const page = await userLimiteds(models, "p_alice", { limit: 200, before });
      if (page.length === 0) break;
      seen.push(...page.map(({ id }) => id));
      copies += page.reduce((sum, { quantity }) => sum + quantity, 0);
    }
    expect(new Set(seen).size).toBe(SINGLE + 1);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(copies).toBe(SINGLE + ALIKE);
  });

  it("returns as many items of a catalogue as fit, and fewer on request", async () => {
    const all = await limiteds(models);
    expect(all).toHaveLength(LIMITEDS_MAX);
    expect(all[0]?.id).toBe(LIMITEDS_MAX + 1);
    expect((await limiteds(models, { limit: 3 })).map(({ id }) => id)).toEqual(
      [0, 1, 2].map((n) => LIMITEDS_MAX + 1 - n),
    );
  });
});
