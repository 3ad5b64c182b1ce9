import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "#domain/testing/properties/for-all.ts";
import { KEYS_MAX, RateLimit } from "./rate-limit.ts";

const RATE = { perSecond: 5, burst: 3 };

describe("a rate limit", () => {
  it("allows a burst and then says when to retry", () => {
    const limit = new RateLimit(RATE);
    expect([0, 0, 0, 0].map((at) => limit.take("a", at))).toEqual([0, 0, 0, 1]);
    const slow = new RateLimit({ perSecond: 0.1, burst: 1 });
    expect([0, 0, 5_000].map((at) => slow.take("a", at))).toEqual([0, 10, 5]);
  });

  it("counts each key separately", () => {
    const limit = new RateLimit(RATE);
    for (let i = 0; i < 4; i += 1) limit.take("a", 0);
    expect(limit.take("b", 0)).toBe(0);
  });

  it("never allows more than the burst and the refill, and never less to a slow caller", () => {
    const gaps = fc.array(fc.oneof(fc.nat(150), fc.nat(2_000)), { maxLength: 100 });
    forAll(gaps, (waits) => {
      const limit = new RateLimit(RATE);
      let now = 0;
      let through = 0;
      for (const wait of waits) {
        now += wait;
        const isThrough = limit.take("a", now) === 0;
        if (isThrough) through += 1;
        if (wait >= 1_000 / RATE.perSecond) expect(isThrough).toBe(true);
      }
      expect(through).toBeLessThanOrEqual(RATE.burst + (now / 1_000) * RATE.perSecond + 1e-6);
    });
  });

  it("allows a caller who never rests the burst and the refill", () => {
    const limit = new RateLimit(RATE);
    const tenSeconds = Array.from({ length: 101 }, (_, i) => limit.take("a", i * 100));
    expect(tenSeconds.filter((wait) => wait === 0)).toHaveLength(RATE.burst + 10 * RATE.perSecond);
  });

  it("allows a caller who waits as long as it says", () => {
    const limit = new RateLimit({ perSecond: 0.5, burst: 2 });
    let calls = 0;
    forAll(fc.integer({ min: 2, max: 10 }), (asks) => {
      calls += 1;
      const key = `key ${calls}`;
      let wait = 0;
      for (let i = 0; i <= asks; i += 1) wait = limit.take(key, 0);
      expect(limit.take(key, wait * 1_000)).toBe(0);
    });
  });

  it("tolerates a clock that goes back", () => {
    const limit = new RateLimit(RATE);
    for (let i = 0; i < 3; i += 1) limit.take("a", 1_000_000);
    expect(limit.take("a", 0)).toBeGreaterThan(0);
    expect(limit.take("a", 100)).toBeGreaterThan(0);
  });

  it("forgets the least recently used of very many keys and no other", () => {
    const limit = new RateLimit({ perSecond: 0.001, burst: 1 });
    for (let i = 0; i < KEYS_MAX; i += 1) limit.take(`key ${i}`, 0);
    expect(limit.take("key 0", 0)).toBeGreaterThan(0);
    limit.take("one more", 0);
    expect(limit.take("key 0", 0)).toBeGreaterThan(0);
    expect(limit.take(`key ${KEYS_MAX - 1}`, 0)).toBeGreaterThan(0);
    expect(limit.take("key 1", 0)).toBe(0);
  });

  it("reports the remaining quota, and when it is full again", () => {
    const limit = new RateLimit(RATE);
    expect(limit.left("a")).toEqual({ remaining: 3, resetSeconds: 0 });
    limit.take("a", 0);
    expect(limit.left("a")).toEqual({ remaining: 2, resetSeconds: 1 });
    for (let i = 0; i < 9; i += 1) limit.take("a", 0);
    expect(limit.left("a")).toEqual({ remaining: 0, resetSeconds: 1 });
  });
});
