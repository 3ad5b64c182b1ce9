import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LOGIN_REDIRECT_DELAY_MS, loseSession } from "#web/lib/api/unauthorized.ts";
import { isLeaving, leaveTo } from "#web/lib/page/leave.ts";
import { toasts } from "#web/lib/toast.ts";

beforeEach(() => {
  vi.useFakeTimers();
  toasts.set([]);
  window.dispatchEvent(new Event("pageshow"));
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it("announces a lost session, and begins sign-in again", () => {
  loseSession();
  expect(toasts.get()).toHaveLength(1);
  vi.advanceTimersByTime(LOGIN_REDIRECT_DELAY_MS);
  expect(isLeaving()).toBe(true);
});

it("is silent while the player leaves, as after a sign-out", () => {
  leaveTo("#away");
  loseSession();
  vi.advanceTimersByTime(LOGIN_REDIRECT_DELAY_MS);
  expect(toasts.get()).toHaveLength(0);
  expect(window.location.hash).toBe("#away");
});

it("works again on a page that the browser restored", () => {
  leaveTo("#away");
  window.dispatchEvent(new Event("pageshow"));
  loseSession();
  expect(toasts.get()).toHaveLength(1);
});
