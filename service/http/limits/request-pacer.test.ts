import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BEGUN_PER_TURN, RequestPacer } from "./request-pacer.ts";

const begunBy = (pacer: RequestPacer, count: number): number[] => {
  const begun: number[] = [];
  for (let n = 0; n < count; n += 1) pacer.begin(() => void begun.push(n));
  return begun;
};

describe("a request pacer", () => {
  it("begins work at once, up to the limit of a turn", () => {
    expect(begunBy(new RequestPacer(), BEGUN_PER_TURN)).toHaveLength(BEGUN_PER_TURN);
  });

  it("begins no more than the limit in a turn, the rest in order of arrival", async () => {
    const count = 3 * BEGUN_PER_TURN + 1;
    const begun = begunBy(new RequestPacer(), count);
    const after = [begun.length];
    while (begun.length < count) {
      await nextTurn();
      after.push(begun.length);
    }
    expect(after).toEqual([BEGUN_PER_TURN, 2 * BEGUN_PER_TURN, 3 * BEGUN_PER_TURN, count]);
    expect(begun).toEqual(begun.toSorted((a, b) => a - b));
  });

  it("lets nobody overtake those who wait", async () => {
    const pacer = new RequestPacer();
    const begun: string[] = [];
    for (let n = 0; n <= BEGUN_PER_TURN; n += 1) pacer.begin(() => void begun.push("early"));
    pacer.begin(() => void begun.push("late"));
    while (begun.length < BEGUN_PER_TURN + 2) await nextTurn();
    expect(begun.at(-1)).toBe("late");
  });

  it("begins work at once again when nothing waits", async () => {
    const pacer = new RequestPacer();
    begunBy(pacer, 2 * BEGUN_PER_TURN);
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    expect(begunBy(pacer, 1)).toEqual([0]);
  });
});
