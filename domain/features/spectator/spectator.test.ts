import { describe, expect, it } from "vitest";
import { chatOf, chatShown, type WatchedBet, type WatchedGame } from "./chat.ts";
import { liveGameStatus } from "./rules.ts";

const AT = Date.UTC(2026, 0, 1, 12);
const creator: WatchedBet = {
  username: "alice",
  at: AT,
  side: "rbx",
  value: 2_500n,
  currency: "RBX",
  copies: 0,
};
const joiner = { ...creator, username: "bob", at: AT + 1_000, side: "tix" as const, round: 42 };
const opened: WatchedGame = { id: "g", creator, joiner: null, end: null };
const joined: WatchedGame = { ...opened, joiner };
const won = { at: AT + 3_000, as: "settled", result: "tix", winner: "bob" } as const;
const shown = (game: WatchedGame) => chatShown(game.id, chatOf(game));
const said = (game: WatchedGame) =>
  shown(game)
    .toReversed()
    .map(({ type, message }) => `${type}: ${message}`);

describe("the chat of a game", () => {
  it("begins with its opening and the first bet", () => {
    expect(said(opened)).toEqual([
      "system: alice opened a coinflip and is waiting for an opponent.",
      "bet: alice bet 25.00 RBX on RBX.",
    ]);
  });

  it("continues with the second bet, the deciding beacon, and the result", () => {
    const game: WatchedGame = { ...joined, end: { ...won, payout: 4_937n, currency: "RBX" } };
    expect(said(game).slice(2)).toEqual([
      "bet: bob bet 25.00 RBX on TIX.",
      "system: Round 42 of the beacon will decide.",
      "system: The coin landed on TIX. bob won 49.37 RBX.",
    ]);
  });

  it("shows items by number and value", () => {
    const items = { currency: null, value: 150_000n } as const;
    const game: WatchedGame = {
      id: "g",
      creator: { ...creator, ...items, copies: 1 },
      joiner: { ...joiner, ...items, copies: 2 },
      end: { ...won, payout: 300_000n, currency: null },
    };
    expect(said(game)).toContain("bet: alice bet 1 limited worth 1,500.00 RBX on RBX.");
    expect(said(game)).toContain("bet: bob bet 2 limiteds worth 1,500.00 RBX on TIX.");
    expect(said(game).at(-1)).toBe(
      "system: The coin landed on TIX. bob won all limiteds, worth 3,000.00 RBX.",
    );
  });

  it.each([
    ["cancelled", opened, "The coinflip was cancelled. The stake was returned."],
    ["expired", opened, "Nobody joined in time. The stake was returned."],
    ["void", joined, "The beacon did not come. Both stakes were returned."],
  ] as const)("ends a game that is %s with a line about the returned stakes", (as, game, text) => {
    expect(said({ ...game, end: { at: AT + 9_000, as } }).at(-1)).toBe(`system: ${text}`);
  });

  it("is newest first, at the time of each event, and keeps every message's id as others follow", () => {
    const first = shown(opened);
    const all = shown({ ...joined, end: { ...won, payout: 1n, currency: "RBX" } });
    expect(all.slice(-2)).toEqual(first);
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    expect(all.map(({ position }) => position)).toEqual([5, 4, 3, 2, 1]);
    const times = all.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(times[0]).toBe(new Date(AT + 3_000).toISOString());
  });
});

describe("a live game", () => {
  it("waits without a second player, is active until its beacon is due, and finishes from then on", () => {
    expect(liveGameStatus(null, AT)).toBe("waiting");
    expect(liveGameStatus(AT + 1, AT)).toBe("active");
    expect(liveGameStatus(AT, AT)).toBe("finishing");
    expect(liveGameStatus(AT - 1, AT)).toBe("finishing");
  });
});
