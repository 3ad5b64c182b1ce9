import { expect, it } from "vitest";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";

it("a moved clock runs due timers at once, in order, and none twice", async () => {
  const clock = new RunningClock(0);
  const happened: string[] = [];
  clock.after(2 * HOUR_MS, () => happened.push("two"));
  clock.after(HOUR_MS, () => happened.push("one"));
  clock.after(3 * HOUR_MS, () => happened.push("three"));
  clock.after(1, () => happened.push("soon"));
  const cancel = clock.after(HOUR_MS, () => happened.push("called off"));
  cancel();
  await expect.poll(() => happened).toEqual(["soon"]);
  clock.now += 2 * HOUR_MS;
  expect(happened).toEqual(["soon", "one", "two"]);
  expect(clock.now).toBeGreaterThanOrEqual(2 * HOUR_MS);
  clock.now += 1;
  expect(happened).toHaveLength(3);
});

it("a moved clock brings later timers nearer by as much", async () => {
  const clock = new RunningClock(0);
  const happened: string[] = [];
  clock.after(HOUR_MS, () => happened.push("nearly"));
  clock.now += HOUR_MS - 200;
  expect(happened).toEqual([]);
  await expect.poll(() => happened).toEqual(["nearly"]);
});

it("a clock does not count the time for which its process stood still", () => {
  const clock = new RunningClock(0);
  const before = clock.now;
  const ends = Date.now() + 400;
  while (Date.now() < ends);
  expect(clock.now - before).toBeLessThanOrEqual(200);
});
