import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BEGUN_PER_TURN, Turns } from "./turns.ts";

const begunBy = (turns: Turns, count: number): number[] => {
  const begun: number[] = [];
  for (let n = 0; n < count; n += 1) turns.begin(() => void begun.push(n));
  return begun;
};

describe("turns", () => {
  it("begin work at once, as long as a turn has not begun enough", () => {
    expect(begunBy(new Turns(), BEGUN_PER_TURN)).toHaveLength(BEGUN_PER_TURN);
  });

  it("begin no more than so much in a turn, the rest in the order of its coming", async () => {
    const count = 3 * BEGUN_PER_TURN + 1;
    const begun = begunBy(new Turns(), count);
    const after = [begun.length];
    while (begun.length < count) {
      await nextTurn();
      after.push(begun.length);
    }
    expect(after).toEqual([BEGUN_PER_TURN, 2 * BEGUN_PER_TURN, 3 * BEGUN_PER_TURN, count]);
    expect(begun).toEqual(begun.toSorted((a, b) => a - b));
  });

  it("let nobody overtake who waits", async () => {
    const turns = new Turns();
    const begun: string[] = [];
    for (let n = 0; n <= BEGUN_PER_TURN; n += 1) turns.begin(() => void begun.push("early"));
    turns.begin(() => void begun.push("late"));
    while (begun.length < BEGUN_PER_TURN + 2) await nextTurn();
    expect(begun.at(-1)).toBe("late");
  });

  it("begin at once again when the crowd is through", async () => {
    const turns = new Turns();
    begunBy(turns, 2 * BEGUN_PER_TURN);
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    expect(begunBy(turns, 1)).toEqual([0]);
  });
});
