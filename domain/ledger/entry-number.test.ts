import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../testing/properties/for-all.ts";
import { entriesBetween, entryNumber, entryNumberFrom } from "./entry-number.ts";

const position = fc.integer({ min: 1, max: 2 ** 47 - 1 });
const leg = fc.integer({ min: 0, max: 65_535 });
const exact = (at: number, of: number): bigint => BigInt(at) * 65_536n + BigInt(of);

describe("the number of an entry", () => {
  it("is exact for every position and leg, even where floating point is not", () => {
    forAll(position, leg, (at, of) => {
      expect(BigInt(entryNumber(at, of))).toBe(exact(at, of));
      expect(entryNumberFrom(at, of)).toBe(entryNumber(at, of));
    });
    expect(entryNumber(2 ** 47 - 1, 65_535)).toBe(String(2n ** 63n - 1n));
  });

  it("exceeds that of an earlier entry by the distance between them", () => {
    forAll(position, leg, fc.integer({ min: 0, max: 10_000 }), leg, (at, of, further, ofLater) => {
      const [first, later] = [
        { position: at, leg: of },
        { position: at + further, leg: ofLater },
      ];
      expect(BigInt(entriesBetween(first, later))).toBe(exact(at + further, ofLater) - exact(at, of));
    });
  });

  it("is refused to a leg that would run into the next position", () => {
    expect(() => entryNumber(1, 65_536)).toThrow("at most 65536 legs");
  });

  it("has a bound for any position", () => {
    expect(entryNumberFrom(7, 65_536)).toBe(entryNumber(8, 0));
    expect(entryNumberFrom(7, 2 ** 31)).toBe(entryNumber(8, 0));
    expect(entryNumberFrom(Number.MAX_SAFE_INTEGER, 3)).toBe(String(2n ** 63n - 1n));
    expect(entryNumberFrom(2 ** 47 - 1, 65_536)).toBe(String(2n ** 63n - 1n));
    expect(entryNumberFrom(2 ** 47 - 1, 3)).toBe(entryNumber(2 ** 47 - 1, 3));
  });
});
