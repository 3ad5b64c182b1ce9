import { expect, it } from "vitest";
import { STUCK_ASKS } from "#domain/features/purchases/rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { ASKS_MAX, isStuckNow, nextAsk } from "./refunds.ts";

it("retries a refused refund later and later, up to a maximum", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, ASKS_MAX - 1].map((asks) => nextAsk("refused", asks, 0));
  expect(waits).toEqual([
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    8 * HOUR_MS,
    ...[DAY_MS, DAY_MS, DAY_MS],
  ]);
  expect(nextAsk("refused", ASKS_MAX, 0)).toBeNull();
});

it("repeats an accepted refund daily until it has arrived, up to the same maximum", () => {
  expect([1, ASKS_MAX - 1, ASKS_MAX].map((asks) => nextAsk("taken", asks, 5))).toEqual([
    DAY_MS + 5,
    DAY_MS + 5,
    null,
  ]);
});

it("retries at least every two hours while the provider is unavailable", () => {
  expect([1, 4, 9, ASKS_MAX, 1_000].map((asks) => nextAsk("away", asks, 0))).toEqual([
    MINUTE_MS,
    ...[2, 2, 2, 2].map((hours) => hours * HOUR_MS),
  ]);
});

it("notifies admins once that a refund is stuck, and once that it is no longer retried", () => {
  const told = (how: "taken" | "refused" | "away") =>
    Array.from({ length: ASKS_MAX + 1 }, (_, asks) => asks + 1).filter((asks) => isStuckNow(how, asks));
  expect(told("refused")).toEqual([STUCK_ASKS, ASKS_MAX, ASKS_MAX + 1]);
  expect(told("away")).toEqual([STUCK_ASKS]);
  expect(told("taken")).toEqual([ASKS_MAX, ASKS_MAX + 1]);
});
