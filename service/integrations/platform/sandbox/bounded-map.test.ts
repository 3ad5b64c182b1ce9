import { describe, expect, it } from "vitest";

import { boundedMap } from "#service/integrations/platform/sandbox/bounded-map.ts";

describe("a bounded map", () => {
  it("drops the oldest entry when it is full", () => {
    const map = boundedMap<number>(2, () => 0);
    for (const [i, key] of ["a", "b", "c"].entries()) map.set(key, i, 1);
    expect([map.get("a"), map.get("b"), map.get("c"), map.size]).toEqual([null, 1, 2, 2]);
  });

  it("replaces an entry without dropping another, and counts it as the newest", () => {
    const map = boundedMap<string>(2, () => 0);
    map.set("a", "first", 1);
    map.set("b", "b", 1);
    map.set("a", "second", 1);
    map.set("c", "c", 1);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual(["second", null, "c"]);
  });

  it("forgets an entry at the instant it expires", () => {
    let now = 0;
    const map = boundedMap<string>(2, () => now);
    map.set("a", "a", 10);
    now = 9;
    expect(map.get("a")).toBe("a");
    now = 10;
    expect(map.get("a")).toBeNull();
    expect(map.size).toBe(0);
  });

  it("requires a bound", () => {
    for (const max of [0, -1, 1.5, Number.POSITIVE_INFINITY])
      expect(() => boundedMap(max, () => 0)).toThrow("whole number");
  });
});
