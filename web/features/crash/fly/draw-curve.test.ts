import { describe, expect, it } from "vitest";
import { curvePoints } from "#web/features/crash/fly/draw-curve.ts";

/** The radius of the dot at the end of the line, in pixels. */
const DOT = 6;
const view = { width: 640, height: 320 };
const last = (seconds: number) => curvePoints({ ...view, seconds }).at(-1) as readonly [number, number];

describe("the line of a crash round", () => {
  it.each([0, 0.5, 8, 12, 60, 153])("stays in view with its dot after %d seconds", (seconds) => {
    for (const [x, y] of curvePoints({ ...view, seconds })) {
      expect(x).toBeGreaterThanOrEqual(DOT);
      expect(x).toBeLessThanOrEqual(view.width - DOT);
      expect(y).toBeGreaterThanOrEqual(DOT);
      expect(y).toBeLessThanOrEqual(view.height - DOT);
    }
  });

  it("grows to the right and up until the view is full, and ends in its corner from then on", () => {
    expect(last(4)[0]).toBe(320);
    expect(last(4)[1]).toBeGreaterThan(last(8)[1]);
    expect(last(30)).toEqual([634, 6]);
  });
});
