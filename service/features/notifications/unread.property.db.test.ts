import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const use = { runs: 5, shrinks: false, msPerRun: 5_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });

/** One step: games, which lead to new levels; an hour; one notification read; or all. */
type Step =
  | { readonly as: "play" | "wait" }
  | { readonly as: "read" | "readUpTo"; readonly which: number; readonly atOnce: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ as: fc.constant("play" as const) }) },
  { weight: 2, arbitrary: fc.record({ as: fc.constant("wait" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      as: fc.constantFrom("read" as const, "readUpTo" as const),
      which: fc.nat(9),
      atOnce: fc.boolean(),
    }),
  },
);

describeEachEngine("the count of unread notifications", (engine) => {
  const site = siteOf(engine);
  let players = 0;

  const listOf = async (player: Visitor) =>
    (await player.get("/api/social/notifications?limit=200")).as(endpoints.notifications);
  const countOf = async (player: Visitor) =>
    (await player.get("/api/social/notifications/unread")).as(endpoints.unreadNotifications).count;

  async function take(player: Visitor, taken: Step): Promise<void> {
    if (!("which" in taken)) {
      if (taken.as === "wait") site.clock.now += HOUR_MS;
      for (let n = 0; taken.as === "play" && n < 3; n += 1)
        await player.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
      return;
    }
    const list = await listOf(player);
    const chosen = list[taken.which % Math.max(1, list.length)];
    if (chosen === undefined) return;
    const read = () =>
      taken.as === "read"
        ? player.post(`/api/social/notifications/${chosen.id}/read`, {})
        : player.post("/api/social/notifications/read-all", { upTo: chosen.position });
    const answers = await Promise.all(taken.atOnce ? [read(), read()] : [read()]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const after = await listOf(player);
    const isDue = ({ id, position }: { id: string; position: number }) =>
      taken.as === "read" ? id === chosen.id : position <= chosen.position;
    expect(after.filter(isDue).every(({ isRead }) => isRead)).toBe(true);
    // All other notifications stay as they were.
    const before = new Map(list.map(({ id, isRead }) => [id, isRead]));
    expect(after.filter((one) => !isDue(one) && before.get(one.id) !== one.isRead)).toEqual([]);
  }

  it("equals a recount of the list, whatever is read in any order, even twice at once", async () => {
    await forAllAsyncIn(propertySettings(use))(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (steps) => {
        players += 1;
        const player = await site.player(`reader${players}`);
        for (const taken of steps) {
          await take(player, taken);
          const unread = (await listOf(player)).filter(({ isRead }) => !isRead).length;
          expect(await countOf(player)).toBe(unread);
        }
      },
    );
  });
});
