import { describe, expect, it } from "vitest";
import { aCoinflip, anItemsCoinflip } from "#domain/testing/shown/coinflips.ts";
import {
  ASKING,
  coinOf,
  type JoinAction,
  joinReducer,
  messageOf,
  outcomeOf,
} from "#web/features/live-coinflips/join/join-state.ts";
import { aSettledProof } from "#web/testing/examples/coinflips.ts";

// Signing a round takes a while, the first time.
const proof = aSettledProof();
const outcome = { creatorWon: false, result: "tix", message: "You won 19.75 RBX." } as const;
const following = (...actions: JoinAction[]) => actions.reduce(joinReducer, ASKING);
const sent = { type: "sent" } as const;

describe("a join", () => {
  it("lands when its face is known, and not before", () => {
    expect(following(sent, { type: "landed" })).toMatchObject({ stage: "flying", outcome: null });
    expect(following(sent, { type: "answered", outcome }, { type: "landed" })).toEqual({
      stage: "over",
      outcome,
    });
  });

  it("shows what it waits for while the game is locked", () => {
    const awaited = { round: 7, publishAt: "2026-11-20T10:00:00.000Z" };
    expect(following(sent, { type: "locked", awaited })).toEqual({ stage: "flying", awaited, outcome: null });
    expect(following(sent, { type: "locked", awaited }, { type: "voided" })).toEqual({ stage: "void" });
  });

  it("asks again after a refusal, with the reason", () => {
    const refused = following(sent, { type: "failed", problem: "Gone." });
    expect(refused).toEqual({ stage: "asking", problem: "Gone." });
    expect(joinReducer(refused, sent).stage).toBe("flying");
  });

  it("is over once: later messages do not change it", () => {
    const over = following(sent, { type: "answered", outcome }, { type: "landed" });
    expect(joinReducer(over, { type: "failed", problem: "Late." })).toBe(over);
    expect(joinReducer(over, sent)).toBe(over);
  });

  it("moves the coin", () => {
    expect(coinOf(ASKING)).toEqual({ phase: "idle" });
    expect(coinOf(following(sent))).toEqual({ phase: "flipping", face: null });
    expect(coinOf(following(sent, { type: "answered", outcome }))).toEqual({
      phase: "flipping",
      face: "tix",
    });
  });
});

describe("the result of a followed game", () => {
  it("follows from the creator's side and the result", () => {
    const found = outcomeOf(aCoinflip(), proof);
    expect(found).toMatchObject({ creatorWon: proof.result === "rbx", result: proof.result });
    expect(outcomeOf(aCoinflip(), { ...proof, status: "locked", result: null })).toBeNull();
  });

  it("has the server's wording", () => {
    expect(messageOf(aCoinflip(), true)).toBe("You won 19.75 RBX.");
    expect(messageOf(aCoinflip({ betSide: "tix" }), false)).toBe(
      "You lost 10.00 TIX. Better luck next time!",
    );
    expect(messageOf(anItemsCoinflip(), true)).toBe("You won both players' items.");
    expect(messageOf(anItemsCoinflip(), false)).toBe("You lost your items. Better luck next time!");
  });
});
