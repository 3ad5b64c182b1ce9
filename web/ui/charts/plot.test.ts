import { describe, expect, it } from "vitest";
import { axisOf, heightOn } from "#web/ui/charts/plot.ts";

describe("an axis of values", () => {
  it.each([
    [[], [0n, 100n]],
    [[0n], [0n, 100n]],
    [
      [34_000n, 12_000n],
      [0n, 20_000n, 40_000n],
    ],
    [
      [-12_000n, 34_000n],
      [-20_000n, 0n, 20_000n, 40_000n],
    ],
    [[-500n], [-600n, -400n, -200n, 0n]],
    [[99_999_999_999n], [0n, 50_000_000_000n, 100_000_000_000n]],
  ])("of %s has even steps with zero among them", (values, ticks) => {
    expect(axisOf(values).ticks).toEqual(ticks);
  });

  it("puts the smallest at the bottom and the largest at the top", () => {
    const axis = axisOf([-12_000n, 34_000n]);
    expect([axis.most, 0n, axis.least].map((value) => heightOn(axis, value, 120))).toEqual([0, 80, 120]);
  });
});
