import { describe, expect, it } from "vitest";
import { gameRoundEndpoints } from "./contract.ts";

describe("requests to bet on a round", () => {
  const { body } = gameRoundEndpoints.betOnRound;
  it.each([1, 1.001, 1e9, 10_000.01, Number.NaN, "2", -2])("have no auto cash-out of %j", (autoCashOut) => {
    expect(body.safeParse({ betAmount: 1, currency: "rbx", autoCashOut }).success).toBe(false);
  });
  it.each([1.01, 2, 10_000])("may have an auto cash-out of %d", (autoCashOut) => {
    expect(body.safeParse({ betAmount: 1, currency: "rbx", autoCashOut }).success).toBe(true);
  });
});
