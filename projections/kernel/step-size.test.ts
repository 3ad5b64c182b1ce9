import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "#domain/testing/properties/for-all.ts";
import { nextStepEvents, STEP_EVENTS } from "./step-size.ts";

const { usual, most } = STEP_EVENTS.postgres;
const next = (allowed: number, taken: number, tookMs: number) =>
  nextStepEvents({ allowed, taken, tookMs }, STEP_EVENTS.postgres);

describe("the number of events of the next step", () => {
  it("doubles after a full step that was quick, up to a limit", () => {
    expect(next(usual, usual, 400)).toBe(2 * usual);
    expect(next(most, most, 400)).toBe(most);
  });

  it("stays the same if the step was not full, or slow", () => {
    expect(next(usual, usual - 1, 5)).toBe(usual);
    expect(next(usual, usual, 2_500)).toBe(usual);
  });

  it("halves after a slow step, however few events it had", () => {
    expect(next(most, most, 5_001)).toBe(most / 2);
    expect(next(1_500, 1_500, 60_000)).toBe(1_000);
    expect(next(200, 200, 60_000)).toBe(200);
  });

  it("returns to the usual number after steps that had to be short", () => {
    expect(next(2_000, 10, 5)).toBe(4_000);
    expect(next(usual - 1, 10, 5)).toBe(usual);
  });

  it("never grows if a step blocks the process", () => {
    const { usual: allowed } = STEP_EVENTS.pglite;
    expect(nextStepEvents({ allowed, taken: allowed, tookMs: 1 }, STEP_EVENTS.pglite)).toBe(allowed);
  });

  it("is at least one, and at most the limit", () => {
    const step = fc.record({
      allowed: fc.integer({ min: 1, max: most }),
      taken: fc.integer({ min: 0, max: most }),
      tookMs: fc.integer({ min: 0, max: 60_000 }),
    });
    forAll(step, (taken) => {
      const events = nextStepEvents(taken, STEP_EVENTS.postgres);
      return Number.isSafeInteger(events) && events >= 1 && events <= most;
    });
  });
});
