import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../testing/properties/for-all.ts";
import { courseOf } from "./course.ts";
import { COURSE_POINTS_MAX } from "./rules.ts";

describe("the course of a player's net", () => {
  it("is empty before the first game", () => {
    expect(courseOf([])).toEqual([]);
  });

  it("adds up game after game", () => {
    const games = [-100n, 250n, -50n].map((net, at) => ({ net, at }));
    expect(courseOf(games)).toEqual([
      { games: 1, at: 0, net: -100n },
      { games: 2, at: 1, net: 150n },
      { games: 3, at: 2, net: 100n },
    ]);
  });

  it("ends at the sum of all games, with few points, each the sum of the games before it", () => {
    const nets = fc.array(fc.bigInt(-1_000_000n, 1_000_000n), { maxLength: 400 });
    forAll(nets, (all) => {
      const points = courseOf(all.map((net, at) => ({ net, at })));
      const sums = points.map(({ games }) => all.slice(0, games).reduce((sum, net) => sum + net, 0n));
      expect(points.map(({ net }) => net)).toEqual(sums);
      expect(points.at(-1)?.games ?? 0).toBe(all.length);
      expect(points.length).toBeLessThanOrEqual(COURSE_POINTS_MAX);
    });
  });
});
