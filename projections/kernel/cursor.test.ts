import { describe, expect, it } from "vitest";
import { BadCursorError, cursorAt, placeOf } from "./cursor.ts";

describe("a cursor", () => {
  it("leads back to its place", () => {
    for (const place of [1, 35, 36, 1_000_000, Number.MAX_SAFE_INTEGER])
      expect(placeOf(cursorAt(place))).toBe(place);
  });

  it("begins at the newest item without one", () => {
    expect(placeOf(undefined)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([
    ...["", "x", "p", "p0", "p-1", "pABC", "p1 ", " p1", "p1\n", "p00001", "pzzzzzzzzzzz", "pzzzzzzzzzzzz"],
    ...["1", "p1.5", "p1'; drop table entries"],
  ])("is refused from %j", (text) => {
    expect(() => placeOf(text)).toThrow(BadCursorError);
  });
});
