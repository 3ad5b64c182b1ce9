import { expect, test } from "vitest";
import { DatabaseClock } from "./database-clock.ts";

test("the rounds' clock tells whole milliseconds and never goes back, whatever the clocks behind it tell", async () => {
  let passed = 10.7;
  let database = 1_795_392_361_299.6519;
  const clock = new DatabaseClock({
    sql: { query: (async () => [{ now: database }]) as never },
    scheduler: { after: () => () => undefined },
    onTrouble: () => undefined,
    monotonic: () => passed,
  });
  const told: number[] = [];
  for (const [step, ahead] of [
    [0.3, 0],
    [250.9, 4_000.25],
    [0.6, -9_000.5],
    [700.1, 12.75],
  ] as const) {
    passed += step;
    database += step + ahead;
    await clock.probe();
    told.push(clock.now());
  }
  expect(told.every(Number.isInteger)).toBe(true);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});
