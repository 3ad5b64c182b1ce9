import { describe, expect, it } from "vitest";
import { minor } from "#domain/kernel/money.ts";
import type { Bet } from "#web/features/house-flips/play/bet.ts";
import { type FlipAction, flipReducer, IDLE } from "#web/features/house-flips/play/flip-state.ts";
import { aFlip } from "#web/testing/fixtures.ts";

const bet: Bet = { side: "rbx", stake: minor("10.00") };
const answer = aFlip();
const stateAfter = (...actions: FlipAction[]) => actions.reduce(flipReducer, IDLE);

const placed: FlipAction = { type: "placed", bet };
const answered: FlipAction = { type: "answered", answer };
const ended: FlipAction = { type: "animation ended" };
const failed: FlipAction = { type: "failed" };

describe("a flip", () => {
  it("is in the air once a bet is placed", () => {
    expect(stateAfter(placed)).toEqual({ phase: "flipping", bet, animationEnded: false, answer: null });
  });

  it("does not land on the answer alone, nor on the end of the animation alone", () => {
    expect(stateAfter(placed, answered).phase).toBe("flipping");
    expect(stateAfter(placed, ended).phase).toBe("flipping");
  });

  it("lands when both are there, in either order", () => {
    const landed = { phase: "result", bet, answer };
    expect(stateAfter(placed, answered, ended)).toEqual(landed);
    expect(stateAfter(placed, ended, answered)).toEqual(landed);
  });

  it("ends at once when it fails", () => {
    expect(stateAfter(placed, failed)).toEqual(IDLE);
    expect(stateAfter(placed, ended, failed)).toEqual(IDLE);
  });

  it("ignores a second bet while in the air", () => {
    const other: FlipAction = { type: "placed", bet: { side: "tix", stake: 100n } };
    expect(stateAfter(placed, other)).toEqual(stateAfter(placed));
  });

  it("ignores everything after it has landed, except the next bet", () => {
    expect(stateAfter(placed, answered, ended, failed).phase).toBe("result");
    expect(stateAfter(placed, answered, ended, placed).phase).toBe("flipping");
    expect(stateAfter(answered, ended)).toEqual(IDLE);
  });
});
