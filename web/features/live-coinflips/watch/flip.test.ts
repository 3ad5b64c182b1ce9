import { describe, expect, it } from "vitest";
import { aCoinflip, anItemsCoinflip } from "#domain/testing/shown/coinflips.ts";
import {
  ALL,
  type Choice,
  chosenFlips,
  creatorName,
  kindOf,
  subtitleOf,
  timeLeft,
} from "#web/features/live-coinflips/watch/flip.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const rbx = aCoinflip({ id: "rbx", position: 1, expiresAt: at(3000) });
const tix = aCoinflip({
  id: "tix",
  position: 2,
  betSide: "tix",
  betAmount: "250.00",
  totalValue: "250.00",
  expiresAt: at(1000),
});
const items = anItemsCoinflip({ id: "items", position: 3, expiresAt: at(2000) });
const over = aCoinflip({ id: "over", position: 4, expiresAt: at(0) });
const idsOf = (change: Partial<Choice>) =>
  chosenFlips([rbx, tix, items, over], { ...ALL, ...change }, NOW).map(({ id }) => id);

describe("the filtered list of open coinflips", () => {
  it("has the newest first, without expired ones", () => {
    expect(idsOf({})).toEqual(["items", "tix", "rbx"]);
  });

  it("can be sorted by value and by remaining time", () => {
    expect(idsOf({ order: "highest" })).toEqual(["items", "tix", "rbx"]);
    expect(idsOf({ order: "lowest" })).toEqual(["rbx", "tix", "items"]);
    expect(idsOf({ order: "ending" })).toEqual(["tix", "items", "rbx"]);
  });

  it("can be filtered by kind and by value, bounds included", () => {
    expect(idsOf({ kind: "items" })).toEqual(["items"]);
    expect(idsOf({ kind: "tix" })).toEqual(["tix"]);
    expect(idsOf({ least: "250" })).toEqual(["items", "tix"]);
    expect(idsOf({ most: "250.00" })).toEqual(["tix", "rbx"]);
    expect(idsOf({ least: "10.01", most: "249.99" })).toEqual([]);
  });

  it("ignores an invalid amount", () => {
    expect(idsOf({ least: "1e3", most: "-" })).toHaveLength(3);
  });
});

describe("a coinflip in words", () => {
  it("names the stakes", () => {
    expect([rbx, tix, items].map(kindOf)).toEqual(["rbx", "tix", "items"]);
    expect(subtitleOf(tix)).toBe("250.00 TIX on TIX");
    expect(subtitleOf(items)).toBe("1 Limited(s)");
  });

  it("names its creator, or nobody", () => {
    expect(creatorName(rbx)).toBe("Bob");
    const nameless = { firstName: "", profileImageUrl: null, email: null };
    expect(creatorName(aCoinflip({ creator: nameless }))).toBe("Anonymous");
  });
});

describe("the remaining time", () => {
  it.each([
    [86_399_000, "23h 59m"],
    [90_000, "1m 30s"],
    [59_999, "59s"],
    [-5, "0s"],
  ])("of %i ms reads %s", (ms, text) => expect(timeLeft(ms)).toBe(text));
});
