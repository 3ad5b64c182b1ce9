import { expect, it } from "vitest";
import { Pace } from "./pace.ts";

it("turns come at the rate, and unused ones are lost", () => {
  let now = 1_000;
  const pace = new Pace(100, () => now);
  expect([pace.take(), pace.take(), pace.take()]).toEqual([0, 10, 20]);
  now += 5_000;
  expect([pace.take(), pace.take()]).toEqual([0, 10]);
});

it("without a rate, every turn comes at once", () => {
  const pace = new Pace(null, () => 0);
  expect([pace.take(), pace.take()]).toEqual([0, 0]);
});
