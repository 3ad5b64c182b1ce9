import { expect, it } from "vitest";
import { defineSlot } from "#web/lib/slot.ts";

it("holds its contents in the order of the features, and nothing of another slot", () => {
  const [games, texts] = [defineSlot<string>(), defineSlot<string>()];
  const fills = [games.fill("dice"), texts.fill("a text"), games.fill("towers")];
  expect(games.partsOf(fills)).toEqual(["dice", "towers"]);
  expect(texts.partsOf(fills.toReversed())).toEqual(["a text"]);
  expect(games.partsOf([])).toEqual([]);
});
