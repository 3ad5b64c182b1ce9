import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { forAll } from "#domain/testing/properties/for-all.ts";
import { MAIL_AGE_MAX_MS, nextAttempt } from "./outbox.ts";

describe("the attempts of a mail", () => {
  it("come after 1, 5 and 30 minutes, 2 and 8 hours, then every 8 hours until a day has passed", () => {
    const waits: number[] = [];
    let at: number | null = 0;
    for (let attempts = 1; at !== null; attempts += 1) {
      const next = nextAttempt({ attempts, createdAt: 0 }, at);
      if (next !== null) waits.push((next - at) / MINUTE_MS);
      at = next;
    }
    expect(waits).toEqual([1, 5, 30, 120, 480, 480]);
  });

  it("never come after a day, however late the attempts were", () => {
    forAll(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 3 * MAIL_AGE_MAX_MS }),
      (attempts, at) => {
        const next = nextAttempt({ attempts, createdAt: 0 }, at);
        expect(next === null || (next > at && next <= MAIL_AGE_MAX_MS)).toBe(true);
      },
    );
  });
});
