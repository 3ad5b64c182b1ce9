import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elapsedAt, multiplierAt } from "#domain/fairness/crash-curve.ts";
import { forAll } from "#domain/testing/properties/for-all.ts";
import {
  elapsedIn,
  FREEZE_AFTER_MS,
  isFrozen,
  multiplierText,
  shownMultiplier,
  ticked,
} from "#web/features/crash/fly/flight.ts";

const START = 10_000;
/** A tick of a round that started at `START`, delayed by `delay` milliseconds. */
const tick = (elapsed: number, delay: number, roundId = "r") => ({
  roundId,
  elapsed,
  receivedAt: START + elapsed + delay,
});

describe("the curve that the browser shows", () => {
  it("never runs ahead of the service's, with ticks at any delay and in any order", () => {
    const ticks = fc.array(fc.tuple(fc.nat(60_000), fc.nat(3_000)), { minLength: 1 });
    forAll(ticks, fc.nat(70_000), (sent, after) => {
      const flight = sent.map(([elapsed, delay]) => tick(elapsed, delay)).reduce(ticked, null as never);
      const now = START + after;
      expect(shownMultiplier(flight, now)).toBeLessThanOrEqual(multiplierAt(after));
    });
  });

  it("comes closer with every quicker tick and does not go back for a slower one", () => {
    const first = ticked(null, tick(250, 90));
    const second = ticked(first, tick(500, 20));
    expect([first.startedAt, second.startedAt]).toEqual([START + 90, START + 20]);
    expect(ticked(second, tick(750, 200)).startedAt).toBe(START + 20);
  });

  it("stands still without news of the service, and continues with the next tick", () => {
    const flight = ticked(null, tick(1_000, 0));
    const later = flight.heardAt + 5_000;
    expect(isFrozen(flight, flight.heardAt + FREEZE_AFTER_MS)).toBe(false);
    expect(isFrozen(flight, later)).toBe(true);
    expect(elapsedIn(flight, later)).toBe(1_000 + FREEZE_AFTER_MS);
    const again = ticked(flight, tick(6_000, 0));
    expect([isFrozen(again, later), elapsedIn(again, later)]).toEqual([false, 6_000]);
  });

  it("starts over with another round", () => {
    expect(ticked(ticked(null, tick(9_000, 0)), tick(0, 40, "next")).startedAt).toBe(START + 40);
  });

  it("shows 2.00× at the instant at which the service pays it", () => {
    const at = elapsedAt(200);
    expect(multiplierText(shownMultiplier(ticked(null, tick(at, 0)), START + at))).toBe("2.00×");
  });
});
