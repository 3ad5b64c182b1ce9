import { expect, it } from "vitest";
import { assetIdOf, copyOf, isCopy } from "./item.ts";

it("names a copy after its item and the platform's name of it", () => {
  const copy = copyOf(1365767, "0a1b-2c");
  expect(copy).toBe("item:1365767:0a1b-2c");
  expect(assetIdOf(copy)).toBe(1365767);
  expect([isCopy(copy), isCopy("RBX")]).toEqual([true, false]);
});

it.each([
  [0, "1"],
  [1.5, "1"],
  [2 ** 53, "1"],
  [1, ""],
  [1, "a,b"],
  [1, "a\nb"],
  [1, "a:b"],
  [1, "x".repeat(65)],
])("refuses the item %d with the copy %j", (assetId, instance) => {
  expect(() => copyOf(assetId, instance)).toThrow();
});
