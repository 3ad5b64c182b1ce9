import { expect, it } from "vitest";
import { coinflipSettled } from "#domain/features/live-coinflips/events.ts";
import { experienceOfLevel } from "#domain/features/players/level.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { activityFeed } from "#projections/features/activities/feed.ts";
import { activitySources } from "#projections/features/all.ts";
import { allNames, PATIENCE_MS, testRuntime } from "#projections/testing/runtime.ts";
import { appendSynthetic, flip } from "#projections/testing/synthetic-log.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const AT = Date.UTC(2026, 0, 30);
const STAKE = 10_000n;

/** A flip with a payout and an experience gain. */
const flipped = (payout: bigint, xp = 0, stake = STAKE): NewEvent =>
  flip({ playerId: "p_1", gameId: `g_${payout}`, side: "rbx", result: "rbx", stake, payout, edge: 0n, xp });

const example = coinflipSettled.example();
const wonItems: NewEvent = {
  ...example,
  payload: { ...example.payload, gameId: "g_items", winnerId: "p_1", loserId: "p_2", currency: null },
};

describeEachEngine("activities", (engine) => {
  /** Others' view of a player after some slices of a log. */
  async function shown(...slices: readonly (readonly NewEvent[])[]) {
    const db = await engine.fresh({ readModels: true });
    await db.query(`insert into identities (player_id, platform_id, username, display_name, created_at, updated_at)
      values ('p_1', '1', 'one', 'One', 0, 0), ('p_2', '2', 'two', 'Two', 0, 0)`);
    const models = testRuntime(db);
    await models.start();
    for (const events of slices) {
      const position = await appendSynthetic(
        db,
        events.map((event) => ({ event, at: AT })),
      );
      models.wake();
      expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
    }
    const feed = await activityFeed({ models, sources: activitySources }, "p_2", { scope: "all" });
    await models.stop();
    await db.close();
    return feed.map(({ type, description, metadata }) => [type, description, metadata]);
  }

  it("show wins of ten times the stake and a thousand, by the multiple without an amount", async () => {
    const [ten, less] = [STAKE * 10n, STAKE * 10n - 1n];
    const small = flipped(99_999n, 0, 1_000n);
    const found = await shown([flipped(ten), flipped(less), small, flipped(0n)], [flipped(ten * 2n + 99n)]);
    expect(found).toEqual([
      ["win", "Won 20.00 times the stake", { gameId: "g_200099", gameType: "coinflip", multiplier: "20.00" }],
      ["win", "Won 10.00 times the stake", { gameId: "g_100000", gameType: "coinflip", multiplier: "10.00" }],
    ]);
    for (const [, description, metadata] of found)
      expect(JSON.stringify([description, metadata])).not.toContain("2000.9");
  });

  it("show levels 5, 10, 20 and so on, of several at once the highest, in any slices", async () => {
    const to = (level: number) => experienceOfLevel(level);
    const events = [
      flipped(0n, to(4)),
      flipped(0n, to(5) - to(4)),
      flipped(0n, to(6) - to(5)),
      flipped(0n, to(21) - to(6)),
    ];
    const expected = [
      ["level", "Reached level 20", { level: "20" }],
      ["level", "Reached level 5", { level: "5" }],
    ];
    expect(await shown(events)).toEqual(expected);
    expect(await shown(...events.map((event) => [event]))).toEqual(expected);
  });

  it("show won items, and no lost ones", async () => {
    expect(await shown([wonItems])).toEqual([["item", "Won items in a coinflip", { gameId: "g_items" }]]);
  });
});
