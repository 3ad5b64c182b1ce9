import { describe, expect, it } from "vitest";
import { propertySettings, propertyTimeoutMs } from "./property-settings.ts";

describe("the settings of a property", () => {
  it("are those of the property unless the environment says otherwise", () => {
    expect(propertySettings({ runs: 7 }, {})).toEqual({ numRuns: 7, endOnFailure: false });
    expect(propertySettings({ runs: 7, shrinks: false }, { PROPERTY_RUNS: "", PROPERTY_SEED: "" })).toEqual({
      numRuns: 7,
      endOnFailure: true,
    });
  });

  it("come from the environment", () => {
    const from = { PROPERTY_RUNS: "300", PROPERTY_SEED: "-1204", PROPERTY_PATH: "3:1:0" };
    expect(propertySettings({ runs: 7 }, from)).toEqual({
      numRuns: 300,
      seed: -1_204,
      path: "3:1:0",
      endOnFailure: false,
    });
  });

  it("multiply the number of runs, unless it is given", () => {
    expect(propertySettings({ runs: 7 }, { PROPERTY_TIMES: "4" }).numRuns).toBe(28);
    expect(propertySettings({ runs: 7 }, { PROPERTY_TIMES: "4", PROPERTY_RUNS: "3" }).numRuns).toBe(3);
  });

  it("take a seed that a property drew from the clock", () => {
    expect(propertySettings({ runs: 7 }, { PROPERTY_SEED: "1795432087060" }).seed).toBe(1_795_432_087_060);
  });

  it.each([
    { PROPERTY_RUNS: "many" },
    { PROPERTY_RUNS: "0" },
    { PROPERTY_RUNS: "1e9" },
    { PROPERTY_RUNS: "9999999" },
    { PROPERTY_TIMES: "0" },
    { PROPERTY_TIMES: "2000" },
    { PROPERTY_SEED: "0x1" },
  ])("are not made of %j", (from) => {
    expect(() => propertySettings({ runs: 7 }, from)).toThrow(/^PROPERTY_(RUNS|TIMES|SEED) is/);
  });

  it("give more time to more runs", () => {
    const use = { runs: 2, msPerRun: 1_000 };
    expect(propertyTimeoutMs(use, {})).toBe(60_000);
    expect(propertyTimeoutMs(use, { PROPERTY_RUNS: "500" })).toBe(500_000);
  });
});
