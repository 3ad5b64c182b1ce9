import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ASKED_AGAIN_AFTER_MS, askedAgain } from "./asked-again.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A query whose answers come on demand. */
function question() {
  const asked: { readonly answer: (text: string) => void; readonly fail: (error: Error) => void }[] = [];
  const answer = askedAgain<string>(
    () => new Promise((resolve, reject) => void asked.push({ answer: resolve, fail: reject })),
  );
  return { asked, answer };
}

it("sends a query once when it is answered", async () => {
  const { asked, answer } = question();
  asked[0]?.answer("first");
  expect(await answer).toBe("first");
  vi.advanceTimersByTime(ASKED_AGAIN_AFTER_MS);
  expect(asked).toHaveLength(1);
});

it("sends a hanging query once more, no oftener, and takes the first answer", async () => {
  const { asked, answer } = question();
  vi.advanceTimersByTime(ASKED_AGAIN_AFTER_MS - 1);
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(100 * ASKED_AGAIN_AFTER_MS);
  expect(asked).toHaveLength(2);
  asked[1]?.answer("second");
  expect(await answer).toBe("second");
  asked[0]?.fail(new Error("given up"));
});

it("throws an error at once", async () => {
  const { asked, answer } = question();
  asked[0]?.fail(new Error("away"));
  await expect(answer).rejects.toThrow("away");
  vi.advanceTimersByTime(ASKED_AGAIN_AFTER_MS);
  expect(asked).toHaveLength(1);
});
