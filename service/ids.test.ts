import { describe, expect, it } from "vitest";
import { timeOrderedId } from "./ids.ts";

const AT = Date.parse("2026-03-01T12:00:00.000Z");

describe("a time-ordered id", () => {
  it("is a prefix, its time, and random characters that no other id has", () => {
    // More ids than one draw of random bytes serves.
    const ids = Array.from({ length: 5_000 }, () => timeOrderedId("game", AT));
    for (const id of ids) expect(id).toMatch(/^game_[0-9a-hjkmnp-tv-z]{24}$/);
    const random = ids.map((id) => id.slice(-14));
    expect(new Set(random).size).toBe(ids.length);
    expect(new Set(random.join("")).size).toBe(32);
  });

  it("sorts after ids of earlier times", () => {
    expect(timeOrderedId("req", AT) > timeOrderedId("req", AT - 1)).toBe(true);
  });
});
