import { describe, expect, it } from "vitest";
import { defineFeature } from "./feature.ts";
import { defineSetting, settingsOf, settingText, startedWith } from "./setting.ts";

const one = {
  order: 2,
  unit: "hours",
  what: "How long something waits",
  default: 24n,
  least: 1n,
  most: 720n,
  weakenedBy: null,
} as const;
const wait = defineSetting({ ...one, name: "wait" });
const stake = defineSetting({ ...one, name: "stake", order: 1, unit: "money" });

describe("a setting", () => {
  it("is its default until it is set, and again after a reset", () => {
    for (const values of [{}, { wait: null }, { stake: "5" }]) {
      expect(wait.of({ version: 1, values })).toBe(24n);
      expect(wait.countOf({ version: 1, values })).toBe(24);
      expect(wait.setIn({ version: 1, values })).toBeNull();
    }
    const set = { version: 1, values: { wait: "48" } };
    expect([wait.of(set), wait.countOf(set), wait.setIn(set)]).toEqual([48n, 48, 48n]);
  });

  it("has the default that a service was started with, where it may have another", () => {
    const [started, other] = startedWith([{ ...wait, isStartedWith: true }, stake], { wait: 3n });
    const unset = { version: 0, values: {} };
    expect([started?.default, started?.of(unset), started?.countOf(unset)]).toEqual([3n, 3n, 3]);
    expect(other?.of(unset)).toBe(24n);
    expect(() => startedWith([wait], { wait: 3n })).toThrow("the default of wait is the same everywhere");
  });

  it("keeps its place, whichever feature declares it", () => {
    const feature = { title: "", summary: "", buildsOn: [] };
    const features = [
      defineFeature({ ...feature, name: "waits", settings: [wait] }),
      defineFeature({ ...feature, name: "nothing" }),
      defineFeature({ ...feature, name: "stakes", settings: [stake] }),
    ];
    expect(settingsOf(features).map(({ name }) => name)).toEqual(["stake", "wait"]);
  });

  it("is read as money with two decimals, or as digits", () => {
    expect([settingText(stake, 5000n), settingText(wait, 5000n)]).toEqual(["50.00", "5000"]);
  });
});
