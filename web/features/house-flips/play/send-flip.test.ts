import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { minor } from "#domain/kernel/money.ts";
import { sendFlip } from "#web/features/house-flips/play/send-flip.ts";
import { ASK_AGAIN_AFTER_MS, LostAnswer } from "#web/lib/api/commands/command.ts";
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

const keysOf = (api: ReturnType<typeof fakeApi>) =>
  api.requests.map(({ headers }) => headers.get("idempotency-key"));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("sending a bet", () => {
  it("writes the amount as a number with at most two decimals", async () => {
    const api = answering(aFlip());
    await sendFlip(bet);
    expect(api.requests[0]!.body).toEqual({ betAmount: 10.5, betSide: "rbx" });
  });

  it("repeats the request with the same key when the answer is lost or unknown to the server", async () => {
    const api = answering(lost, unknown, aFlip());
    const sending = sendFlip(bet);
    await vi.advanceTimersByTimeAsync(1500);
    expect(await sending).toEqual(aFlip());
    expect(keysOf(api)).toEqual(Array(3).fill(keysOf(api)[0]));
  });

  it("is another bet each time once its outcome is known", async () => {
    const api = answering(aFlip(), aFlip());
    await sendFlip(bet);
    await sendFlip(bet);
    expect(new Set(keysOf(api)).size).toBe(2);
  });

  it("asks for the lost outcome when the same is bet again, and for another one otherwise", async () => {
    const api = answering();
    for (const next of [bet, bet, { side: "tix", stake: bet.stake } as const]) {
      const sending = sendFlip(next).catch(() => {});
      await vi.runAllTimersAsync();
      await sending;
    }
    const tries = ASK_AGAIN_AFTER_MS.length + 1;
    const keys = keysOf(api);
    expect(new Set(keys.slice(0, 2 * tries)).size).toBe(1);
    expect(new Set(keys).size).toBe(2);
  });

  it("gives up after as many attempts as there are waits", async () => {
    const api = answering();
    const sending = sendFlip(bet).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await sending).toBeInstanceOf(LostAnswer);
    expect(api.requests).toHaveLength(ASK_AGAIN_AFTER_MS.length + 1);
  });

  it("accepts a refusal as an answer", async () => {
    const api = answering(refused(409, "insufficient_balance", "No"));
    await expect(sendFlip(bet)).rejects.toMatchObject({ status: 409 });
    expect(api.requests).toHaveLength(1);
  });
});
