import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { createFlipRunner, SEND_DELAY_MS } from "#web/features/house-flips/play/flip-runner.ts";
import { aFlip } from "#web/testing/fixtures.ts";
import { FLIGHT_MS } from "#web/ui/coin/coin.tsx";

const bet = { side: "rbx", stake: minor("10.00") } as const;

function start(change: { animationMs?: number; prepare?: () => Promise<void> } = {}) {
  const sent: { answer: (answer: FlipAnswer) => void; fail: (error: unknown) => void }[] = [];
  const told = { placed: 0, sent: 0, landed: [] as FlipAnswer[], failed: [] as unknown[] };
  const runner = createFlipRunner({
    prepare: change.prepare ?? (async () => undefined),
    send: () => new Promise((answer, fail) => sent.push({ answer, fail })),
    animationMs: () => change.animationMs ?? FLIGHT_MS,
    onPlaced: () => {
      told.placed += 1;
    },
    onSent: () => {
      told.sent += 1;
    },
    onLanded: (_, answer) => told.landed.push(answer),
    onFailed: (error) => told.failed.push(error),
  });
  const phase = () => runner.state.get().phase;
  return { runner, sent, told, phase };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the timing of a flip", () => {
  it("has the documented numbers", () => {
    expect([SEND_DELAY_MS, FLIGHT_MS]).toEqual([500, 2500]);
  });

  it("announces the bet at once and sends it 500 ms later", async () => {
    const { runner, sent, told } = start();
    runner.flip(bet);
    expect(told.placed).toBe(1);
    await pass(499);
    expect(sent).toHaveLength(0);
    await pass(1);
    expect(sent).toHaveLength(1);
  });

  it("shows an early answer only when the animation has ended", async () => {
    const { runner, sent, told, phase } = start();
    runner.flip(bet);
    await pass(500);
    sent[0]!.answer(aFlip());
    await pass(1999);
    expect([phase(), told.landed]).toEqual(["flipping", []]);
    await pass(1);
    expect([phase(), told.landed]).toEqual(["result", [aFlip()]]);
  });

  it("shows a late answer as soon as it is there", async () => {
    const { runner, sent, phase } = start();
    runner.flip(bet);
    await pass(4000);
    expect(phase()).toBe("flipping");
    sent[0]!.answer(aFlip());
    await pass(0);
    expect(phase()).toBe("result");
  });

  it("waits only for the answer without an animation", async () => {
    const { runner, sent, phase } = start({ animationMs: 0 });
    runner.flip(bet);
    await pass(500);
    sent[0]!.answer(aFlip());
    await pass(0);
    expect(phase()).toBe("result");
  });

  it("ends at once on an error", async () => {
    const { runner, sent, told, phase } = start();
    runner.flip(bet);
    await pass(500);
    sent[0]!.fail(new Error("refused"));
    await pass(0);
    expect([phase(), told.failed.length, told.landed.length]).toEqual(["idle", 1, 0]);
  });

  it("holds the bet back until prior work is done", async () => {
    let done = () => {};
    const { runner, sent } = start({ prepare: () => new Promise((resolve) => (done = resolve)) });
    runner.flip(bet);
    await pass(3000);
    expect(sent).toHaveLength(0);
    done();
    await pass(0);
    expect(sent).toHaveLength(1);
  });

  it("ignores clicks while the coin is in the air", async () => {
    const { runner, sent, told } = start();
    runner.flip(bet);
    runner.flip(bet);
    await pass(600);
    runner.flip(bet);
    await pass(5000);
    expect([sent.length, told.placed]).toEqual([1, 1]);
  });
});

describe("leaving the page", () => {
  it("drops a bet that was not sent yet", async () => {
    const { runner, sent, told, phase } = start();
    runner.flip(bet);
    await pass(499);
    runner.leave();
    await pass(5000);
    expect([sent.length, phase(), told.failed]).toEqual([0, "idle", [null]]);
  });

  it("lets a bet that was sent land without its animation", async () => {
    const { runner, sent, told } = start();
    runner.flip(bet);
    await pass(500);
    runner.leave();
    sent[0]!.answer(aFlip());
    await pass(0);
    expect(told.landed).toEqual([aFlip()]);
  });
});
