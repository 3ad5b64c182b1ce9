import { expect, it } from "vitest";
import type { GameFilter } from "#domain/features/house-flips/contract.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { gameHistory } from "#projections/features/house-flips/game-history.ts";
import { LIVE_SCAN_MAX, liveBets } from "#projections/features/house-flips/live-bets.ts";
import { ownCourses, ownFigures } from "#projections/features/own-games/figures.ts";
import { ownStreaks } from "#projections/features/own-games/streaks.ts";
import { allNames, PATIENCE_MS, type TestRuntime } from "#projections/testing/runtime.ts";
import { appendSynthetic, flip, type SyntheticEvent } from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { withModels } from "#service/lab/testing/databases/with-models.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const NOON = Date.parse("2026-03-01T12:00:00.000Z");
const SIDES = ["rbx", "tix"] as const;

/** Games of alice, a minute apart: her side, whether she won, and the stake. */
const games: readonly (readonly [side: "rbx" | "tix", won: boolean, stake: bigint])[] = [
  ["rbx", true, 1_000n],
  ["rbx", true, 400n],
  ["tix", false, 100n],
  ["rbx", true, 200n],
  ["tix", true, 300n],
  ["tix", true, 100n],
  ["rbx", false, 700n],
  ["rbx", false, 900n],
];
const log: SyntheticEvent[] = games.map(([side, won, stake], n) => ({
  event: flip({
    playerId: "p_alice",
    gameId: `g${n + 1}`,
    side,
    result: SIDES.find((other) => (other === side) === won) ?? side,
    stake,
  }),
  at: NOON + n * 60_000,
}));
const bobs: SyntheticEvent = {
  event: flip({ playerId: "p_bob", gameId: "b1", side: "rbx", result: "rbx", stake: 5_000n }),
  at: NOON,
};

describeEachEngine("a player's own games", (engine) => {
  let db: OpenDatabase;
  let models: TestRuntime;

  withModels(engine, async (on) => {
    ({ db, models } = on);
    // Slices end in the middle of runs, and at their ends.
    for (const slice of [log.slice(0, 1), log.slice(1, 4), [bobs], log.slice(4, 7), log.slice(7)]) {
      const position = await appendSynthetic(db, slice);
      models.wake();
      expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
    }
  });

  const listed = async (filter: GameFilter) =>
    (await gameHistory(models, { ...ANYBODY, playerId: "p_alice" }, filter)).map(({ id }) => id);

  it.each<[string, GameFilter, string[]]>([
    ["currency", { currency: "TIX" }, ["g6", "g5", "g3"]],
    ["result", { result: "lost" }, ["g8", "g7", "g3"]],
    ["currency and result", { currency: "RBX", result: "won" }, ["g4", "g2", "g1"]],
    ["time, its end left out", { from: NOON + 60_000, to: NOON + 180_000 }, ["g3", "g2"]],
    ["game", { game: "crash" }, []],
  ])("are listed by %s", async (_, filter, expected) => {
    expect(await listed(filter)).toEqual(expected);
  });

  it.each<[string, GameFilter]>([
    ["all", {}],
    ["what was won in RBX", { currency: "RBX", result: "won" }],
    ["some minutes", { from: NOON + 60_000, to: NOON + 300_000 }],
    ["nothing", { game: "jackpot" }],
  ])("add up to the sums of the list for %s", async (_, filter) => {
    const { figures, isWhole } = await ownFigures(models, { ...filter, playerId: "p_alice" });
    const list = await gameHistory(models, { ...ANYBODY, playerId: "p_alice" }, filter);
    const cents = (text: string): number => Math.round(Number(text) * 100);
    for (const { currency, games: played, wins, staked, paid, net, biggestWin } of figures) {
      const of = list.filter((game) => game.currency === currency);
      const nets = of.map(({ winAmount, betAmount }) => cents(winAmount) - cents(betAmount));
      expect([played, wins]).toEqual([of.length, of.filter(({ won }) => won).length]);
      expect(cents(staked)).toBe(of.reduce((sum, { betAmount }) => sum + cents(betAmount), 0));
      expect(cents(paid) - cents(staked)).toBe(cents(net));
      expect(cents(net)).toBe(nets.reduce((sum, one) => sum + one, 0));
      expect(cents(biggestWin)).toBe(Math.max(0, ...nets));
    }
    expect(figures.reduce((sum, one) => sum + one.games, 0)).toBe(list.length);
    expect(isWhole).toBe(true);
  });

  it("have streaks that slices do not cut", async () => {
    expect(await ownStreaks(models, "p_alice")).toEqual({
      current: { won: false, games: 2 },
      longestWin: 3,
      longestLoss: 2,
    });
    expect(await ownStreaks(models, "p_bob")).toEqual({
      current: { won: true, games: 1 },
      longestWin: 1,
      longestLoss: 0,
    });
    expect(await ownStreaks(models, "p_nobody")).toEqual({ current: null, longestWin: 0, longestLoss: 0 });
  });

  it("have a course in each currency that ends at its net", async () => {
    const { figures } = await ownFigures(models, { playerId: "p_alice" });
    const courses = await ownCourses(models, "p_alice");
    expect(courses.map(({ currency, games: played }) => [currency, played])).toEqual([
      ["RBX", 5],
      ["TIX", 3],
    ]);
    for (const { currency, points } of courses)
      expect(points.at(-1)?.net).toBe(figures.find((one) => one.currency === currency)?.net);
    expect(await ownCourses(models, "p_nobody")).toEqual([]);
  });

  it("are found in everybody's feed by the same filters, among the newest only", async () => {
    const found = async (filter: GameFilter & { limit?: number }) =>
      (await liveBets(models, ANYBODY, filter)).map(({ id }) => id);
    expect(await found({ currency: "TIX" })).toEqual(["g6", "g5", "g3"]);
    expect(await found({ currency: "RBX", result: "won", limit: 2 })).toEqual(["b1", "g4"]);
    const many = Array.from({ length: LIVE_SCAN_MAX }, (_, n) => ({ ...bobs, at: NOON + n }));
    const position = await appendSynthetic(db, many);
    models.wake();
    await models.whenReached(allNames, position, PATIENCE_MS);
    expect(await found({ currency: "TIX" })).toEqual([]);
  });
});
