import { setImmediate as nextTask } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ProviderTrouble } from "./provider.ts";
import { AT_ONCE_MAX, WAITING_MAX, WebhookTurns } from "./webhook-turns.ts";

/** Takes a number of turns, each lasting until the test ends it. */
function taking(turns: WebhookTurns, count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const taken = Array.from({ length: count }, (_, index) =>
    turns.take(() => {
      begun.push(index);
      return new Promise<number>((resolve) => ends.push(() => resolve(index)));
    }),
  );
  return { begun, ends, taken };
}

describe("turns of webhooks", () => {
  it("are given a few at a time, in order of arrival, as others end", async () => {
    const { begun, ends, taken } = taking(new WebhookTurns(), AT_ONCE_MAX + 2);
    await nextTask();
    expect(begun).toHaveLength(AT_ONCE_MAX);
    ends[3]?.();
    expect(await taken[3]).toBe(3);
    await nextTask();
    expect(begun.slice(AT_ONCE_MAX)).toEqual([AT_ONCE_MAX]);
    ends[0]?.();
    await nextTask();
    await nextTask();
    expect(begun.slice(AT_ONCE_MAX)).toEqual([AT_ONCE_MAX, AT_ONCE_MAX + 1]);
  });

  it("continue after failed work", async () => {
    const turns = new WebhookTurns();
    const fails = () => Promise.reject(new Error("forged"));
    for (let round = 0; round < 2 * AT_ONCE_MAX; round += 1)
      await expect(turns.take(fails)).rejects.toThrow("forged");
    expect(await turns.take(() => Promise.resolve("kept"))).toBe("kept");
  });

  it("are refused when too many wait", async () => {
    const turns = new WebhookTurns();
    taking(turns, AT_ONCE_MAX + WAITING_MAX);
    await expect(turns.take(() => Promise.resolve("kept"))).rejects.toThrow(ProviderTrouble);
  });
});
