import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { forAll } from "#domain/testing/properties/for-all.ts";
import type { Act } from "#service/demo/crowd/habit.ts";
import { coinflipOf, entryOf, momentOf, repeatableChance } from "#service/lab/testing/crowd.ts";
import { nextCoinflip } from "./crowd.ts";

const CROWD = { creator: { firstName: "demo_otto", profileImageUrl: null, email: null } } as const;
const joinOf = ({ id }: LiveCoinflip): Act => ({ path: `/live-coinflips/${id}/join`, body: {} });
/** As many open games of demo players as wanted, too recent to be joined. */
const enough = [
  ...Array.from({ length: 4 }, (_, n) => coinflipOf(n, CROWD)),
  ...Array.from({ length: 2 }, (_, n) =>
    coinflipOf(10 + n, { ...CROWD, betAmount: null, totalValue: "240.00" }),
  ),
];

describe("a demo player in coinflips", () => {
  it("joins no person's game within its first 5 seconds, whatever else is open", () => {
    const game = fc.record({
      age: fc.integer({ min: -1_000, max: 120_000 }),
      isCrowds: fc.boolean(),
      isItems: fc.boolean(),
      isOwn: fc.boolean(),
    });
    forAll(fc.array(game, { maxLength: 12 }), fc.integer(), (seen, seed) => {
      const games = seen.map(({ age, isCrowds, isItems, isOwn }) =>
        coinflipOf(age, {
          ...(isCrowds ? CROWD : {}),
          ...(isOwn ? { creatorId: "p_me" } : {}),
          ...(isItems ? { betAmount: null, totalValue: "240.00" } : {}),
        }),
      );
      const entries = [entryOf("240.00"), entryOf("520.00")];
      const chosen = nextCoinflip({ games, entries }, momentOf({}, repeatableChance(seed)));
      const joined = seen[games.findIndex((one) => chosen?.path === joinOf(one).path)];
      if (joined === undefined) return;
      expect(joined.isOwn).toBe(false);
      expect(joined.age).toBeGreaterThanOrEqual(joined.isCrowds ? 45_000 : 5_000);
    });
  });

  it("joins a person's game before anything else, once it has waited", () => {
    const person = coinflipOf(6_000);
    const ripe = coinflipOf(60_000, CROWD);
    expect(nextCoinflip({ games: [ripe, person], entries: [] }, momentOf())).toEqual(joinOf(person));
    expect(nextCoinflip({ games: [...enough, coinflipOf(5_999)], entries: [] }, momentOf())).toBeNull();
  });

  it("joins no game whose id contains no time", () => {
    const game = coinflipOf(60_000, { id: "game_01kahq3v5e7m2p9x4c0r8twd" });
    expect(nextCoinflip({ games: [...enough, game], entries: [] }, momentOf())).toBeNull();
  });

  it("joins no person's game for more than half of its own balance in the game's currency", () => {
    const dear = { betAmount: "500.01", totalValue: "500.01" };
    const joined = (given: Partial<LiveCoinflip>) =>
      nextCoinflip({ games: [...enough, coinflipOf(9_000, given)], entries: [] }, momentOf());
    expect(joined(dear)).toBeNull();
    expect(joined({ betAmount: "500.00", totalValue: "500.00" })).not.toBeNull();
    expect(joined({ betSide: "tix", betAmount: "250.01", totalValue: "250.01" })).toBeNull();
  });

  it("joins a game for items only with items that match it", () => {
    const game = coinflipOf(9_000, { betAmount: null, totalValue: "1000.00" });
    const joined = (...values: readonly string[]) =>
      nextCoinflip({ games: [...enough, game], entries: values.map((value) => entryOf(value)) }, momentOf());
    expect(joined("1000.00")).toEqual(joinOf(game));
    expect(joined("400.00", "650.00")).toEqual(joinOf(game));
    expect(joined("999.99", "1100.01")).toBeNull();
    const entries = [entryOf("1000.00", { inPlay: true })];
    expect(nextCoinflip({ games: [...enough, game], entries }, momentOf())).toBeNull();
  });

  it("opens a small game when too few of a kind are open, and at most two of its own", () => {
    const [first, ...others] = enough;
    const opened = nextCoinflip({ games: others, entries: [] }, momentOf());
    expect(opened).toMatchObject({ path: "/live-coinflips", body: { betAmount: expect.any(Number) } });
    const own = [first, ...others]
      .slice(0, 3)
      .map((game) => ({ ...(game as LiveCoinflip), creatorId: "p_me" }));
    expect(nextCoinflip({ games: own, entries: [] }, momentOf())).toBeNull();
  });

  it("offers a free item of moderate value", () => {
    const games = enough.slice(0, 4);
    const entries = [entryOf("20000.01"), entryOf("240.00", { inPlay: true }), entryOf("520.00", { id: 7 })];
    expect(nextCoinflip({ games, entries }, momentOf())?.body).toMatchObject({
      betItems: [{ quantity: 1, inventoryId: 7 }],
    });
    expect(nextCoinflip({ games, entries: entries.slice(0, 2) }, momentOf())).toBeNull();
  });

  it("joins another demo player's game after a while, when enough are open", () => {
    const ripe = coinflipOf(45_000, CROWD);
    expect(nextCoinflip({ games: [...enough, ripe], entries: [] }, momentOf())).toEqual(joinOf(ripe));
    const young = coinflipOf(44_999, CROWD);
    expect(nextCoinflip({ games: [...enough, young], entries: [] }, momentOf())).toBeNull();
  });
});
