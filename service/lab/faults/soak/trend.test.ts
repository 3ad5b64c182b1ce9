import { expect, it } from "vitest";
import { type Reading, slopeOf, trendsOf } from "./trend.ts";

const calm: Reading = {
  ...{ rate: 500, p50: 4, p99: 20, residentMb: 300, heapMb: 90, serviceHandles: 60, postgresHandles: 400 },
  ...{ tableBytes: 1_300, indexBytes: 300, deadRows: 2_000, lag: 40, backMs: 4_000, missing: 0 },
};
const minutes = (change: (minute: number) => Partial<Reading>): Reading[] =>
  Array.from({ length: 60 }, (_, minute) => ({ ...calm, ...change(minute) }));
const risen = (readings: readonly Reading[]): string[] =>
  (trendsOf(readings) ?? []).filter(({ isFlat }) => !isFlat).map(({ name }) => name);

it("the slope is that of most pairs, despite a few bad minutes", () => {
  expect(slopeOf([1, 2, 3, 100, 5])).toBe(1);
  expect(slopeOf([7, 7, 7])).toBe(0);
  expect(slopeOf([9, 6, 3])).toBe(-3);
  expect(slopeOf([5])).toBe(0);
});

it("a soak that only fluctuates is flat", () => {
  expect(risen(minutes((minute) => ({ p99: 20 + (minute % 7), lag: (minute * 37) % 500 })))).toEqual([]);
});

it("a megabyte more each minute is not flat, and is named", () => {
  expect(risen(minutes((minute) => ({ residentMb: 300 + minute })))).toEqual(["residentMb"]);
});

it("a leaked file handle each minute is not flat", () => {
  expect(risen(minutes((minute) => ({ serviceHandles: 60 + minute })))).toEqual(["serviceHandles"]);
});

it("a falling value is flat", () => {
  expect(
    risen(minutes((minute) => ({ tableBytes: 1_300 - minute * 5, deadRows: 60_000 - minute * 900 }))),
  ).toEqual([]);
});

it("the first minute does not count, and five more are required", () => {
  expect(trendsOf([calm, calm, calm, calm, calm])).toBeNull();
  const first = { ...calm, residentMb: 10 };
  expect(trendsOf([first, calm, calm, calm, calm, calm])?.every(({ isFlat }) => isFlat)).toBe(true);
});
