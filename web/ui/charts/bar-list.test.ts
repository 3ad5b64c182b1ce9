import { expect, it } from "vitest";
import { spansOf } from "#web/ui/charts/bar-list.tsx";

it("draws negative values to the left of zero, and the rest to the right", () => {
  expect(spansOf([300n, -100n, 0n])).toEqual({
    zero: 25,
    spans: [
      { x: 25, width: 75 },
      { x: 0, width: 25 },
      { x: 25, width: 0 },
    ],
  });
});

it("begins at the left edge without negative values, and keeps small values visible", () => {
  expect(spansOf([100_000n, 1n])).toEqual({
    zero: 0,
    spans: [
      { x: 0, width: 100 },
      { x: 0, width: 1 },
    ],
  });
  expect(spansOf([]).spans).toEqual([]);
});

it("keeps every bar within the width", () => {
  for (const values of [[-100_000n, 1n], [100_000n, -1n], [-5n]]) {
    for (const { x, width } of spansOf(values).spans) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(100);
    }
  }
});
