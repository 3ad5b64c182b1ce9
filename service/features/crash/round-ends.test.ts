import { expect, it } from "vitest";
import { RoundEnds } from "./round-ends.ts";

it("checks for a round's end once for all waiting requests, until it has ended", async () => {
  let looks = 0;
  const ends = new RoundEnds(async () => {
    looks += 1;
    return looks > 2;
  });
  expect(await Promise.all([ends.ended("a"), ends.ended("a"), ends.ended("a")])).toEqual([true, true, true]);
  expect(looks).toBe(3);
});

it("passes a failed check on to all who wait, and checks anew for the next request", async () => {
  let isAway = true;
  const ends = new RoundEnds(async () => {
    if (isAway) throw new Error("away");
    return true;
  });
  await expect(ends.ended("a")).rejects.toThrow("away");
  isAway = false;
  expect(await ends.ended("a")).toBe(true);
});
