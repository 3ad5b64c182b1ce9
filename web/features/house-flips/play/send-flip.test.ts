import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { minor } from "#domain/kernel/money.ts";
import { sendFlip } from "#web/features/house-flips/play/send-flip.ts";
import { ASK_AGAIN_AFTER_MS } from "#web/lib/api/ask-again.ts";
import { type Failure, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { aFlip } from "#web/testing/fixtures.ts";

const bet = { side: "rbx", stake: minor("10.50") } as const;
const unknown: Failure = {
  failure: "refused",
  status: 503,
  body: "{}",
  retryAfter: 1,
};

function answering(...replies: (Failure | ReturnType<typeof aFlip>)[]) {
  let next = 0;
  return fakeApi({ "POST /games/coinflip": () => replies[next++] ?? lost });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("sending a bet", () => {
  it("writes the amount as a number with at most two decimals", async () => {
    const api = answering(aFlip());
    await sendFlip({ bet, key: "k" });
    expect(api.requests[0]!.body).toEqual({ betAmount: 10.5, betSide: "rbx" });
  });

  it("repeats the request with the same key when the answer is lost or unknown to the server", async () => {
    const api = answering(lost, unknown, aFlip());
    const sending = sendFlip({ bet, key: "k-1" });
    await vi.advanceTimersByTimeAsync(1500);
    expect(await sending).toEqual(aFlip());
    expect(api.requests.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["k-1", "k-1", "k-1"]);
  });

  it("gives up after as many attempts as there are waits", async () => {
    const api = answering();
    const sending = sendFlip({ bet, key: "k" }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await sending).toBeInstanceOf(TypeError);
    expect(api.requests).toHaveLength(ASK_AGAIN_AFTER_MS.length + 1);
  });

  it("accepts a refusal as an answer", async () => {
    const api = answering(refused(409, "insufficient_balance", "No"));
    await expect(sendFlip({ bet, key: "k" })).rejects.toMatchObject({ status: 409 });
    expect(api.requests).toHaveLength(1);
  });
});
