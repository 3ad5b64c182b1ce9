import { expect, it } from "vitest";
import { gapMs } from "./pace.ts";

const total = (isFirst: boolean, turns: number): number =>
  Array.from({ length: turns }, (_, n) => gapMs({ turns: n, isFirst, chance: () => 0.5 })).reduce(
    (a, b) => a + b,
  );

it("has a player act every few seconds, in an empty demo after a quicker start", () => {
  expect(total(false, 50) / 50).toBeGreaterThan(3_000);
  expect(total(true, 50)).toBeLessThan(5_000);
  expect(total(true, 1_000) / 1_000).toBeGreaterThan(3_000);
});

it("varies its pace", () => {
  const gaps = [0, 0.999].map((value) => gapMs({ turns: 90, isFirst: true, chance: () => value }));
  expect(gaps).toEqual([1_500, 5_496]);
});
