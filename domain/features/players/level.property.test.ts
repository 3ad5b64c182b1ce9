import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "../../kernel/time.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { experienceOfLevel, gameExperience, levelOf, XP_BASE, XP_STAKE_MAX } from "./level.ts";

/** Far beyond any player: a thousand a day for two thousand years. */
const EXPERIENCE_MAX = 1_000 * 366 * 2_000;
const LEVELS_CHECKED = 400;

describe("levels", () => {
  it.each([
    [1, 0],
    [2, 4],
    [5, 128],
    [10, 972],
    [15, 2_933],
    [20, 6_294],
    [30, 18_115],
    [40, 37_994],
    [50, 67_228],
    [100, 390_074],
  ])("level %d needs %d experience", (level, experience) => {
    expect(experienceOfLevel(level)).toBe(experience);
    expect(levelOf(experience)).toBe(level);
    expect(levelOf(experience + 1)).toBe(level);
    if (level > 1) expect(levelOf(experience - 1)).toBe(level - 1);
  });

  it("and experience are inverse functions", () => {
    for (let level = 1; level <= LEVELS_CHECKED; level += 1) {
      expect(levelOf(experienceOfLevel(level))).toBe(level);
      expect(levelOf(experienceOfLevel(level + 1) - 1)).toBe(level);
    }
    forAll(fc.nat(EXPERIENCE_MAX), (experience) => {
      const level = levelOf(experience);
      expect(experienceOfLevel(level)).toBeLessThanOrEqual(experience);
      expect(experienceOfLevel(level + 1)).toBeGreaterThan(experience);
    });
  });

  it("never fall as experience rises", () => {
    forAll(fc.nat(EXPERIENCE_MAX), fc.nat(EXPERIENCE_MAX), (a, b) => {
      expect(levelOf(a) <= levelOf(b)).toBe(a <= b || levelOf(a) === levelOf(b));
    });
  });
});

describe("experience of a game", () => {
  it.each([
    ["1.00", 100n, 11],
    ["3.99", 399n, 11],
    ["4.00", 400n, 12],
    ["399.99", 39_999n, 29],
    ["400.00", 40_000n, 30],
    ["100000.00", 10_000_000n, 30],
  ])("for a stake of %s is right", (_text, stake, experience) => {
    expect(gameExperience(stake)).toBe(experience);
  });

  it("is between the base and the base with the largest bonus, and rises with the stake", () => {
    const stakes = fc.bigInt({ min: 100n, max: 10_000_000n });
    forAll(stakes, stakes, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(gameExperience(low)).toBeGreaterThan(XP_BASE);
      expect(gameExperience(high)).toBeLessThanOrEqual(XP_BASE + XP_STAKE_MAX);
      expect(gameExperience(low)).toBeLessThanOrEqual(gameExperience(high));
    });
  });

  it("belongs to the day in UTC", () => {
    expect(dayOf(Date.parse("2026-01-01T23:59:59.999Z")) + 1).toBe(
      dayOf(Date.parse("2026-01-02T00:00:00.000Z")),
    );
    expect(dayOf(0)).toBe(0);
  });
});
