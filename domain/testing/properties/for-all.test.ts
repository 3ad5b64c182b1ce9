import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, forAllAsyncIn, forAllIn } from "./for-all.ts";

it("a claim fails by an error or by false, and runs as often as the settings say", async () => {
  expect(() => forAll(fc.nat(), (n) => expect(n).toBe(-1))).toThrow("Property failed");
  expect(() => forAll(fc.nat(), () => false)).toThrow("Property failed");
  await expect(forAllAsyncIn({})(fc.nat(), () => Promise.reject(new Error("late")))).rejects.toThrow(
    "Property failed",
  );
  let tries = 0;
  forAllIn({ numRuns: 7 })(fc.nat(), () => {
    tries += 1;
  });
  expect(tries).toBe(7);
});
