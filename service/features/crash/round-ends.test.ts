import { expect, it } from "vitest";
import { RoundEnds } from "./round-ends.ts";

it("the end of a round is looked for once for all who wait for it, until it is there", async () => {
  let looks = 0;
  const ends = new RoundEnds(async () => {
    looks += 1;
    return looks > 2;
  });
  expect(await Promise.all([ends.ended("a"), ends.ended("a"), ends.ended("a")])).toEqual([true, true, true]);
  expect(looks).toBe(3);
});

it("a failure to look is told to whoever waits, and the next look is a new one", async () => {
  let isAway = true;
  const ends = new RoundEnds(async () => {
    if (isAway) throw new Error("away");
    return true;
  });
  await expect(ends.ended("a")).rejects.toThrow("away");
  isAway = false;
  expect(await ends.ended("a")).toBe(true);
});
