import { describe, expect, it } from "vitest";
import { shownBet, shownRound } from "../../testing/shown/rounds.ts";
import type { GameRound, RoundBet } from "./contract.ts";
import { saidOfRound } from "./said.ts";

const bet = (seq: number, change: Partial<RoundBet> = {}): RoundBet => {
  const username = ["alice", "bob"][seq] ?? "carol";
  return shownBet({
    id: `b${seq}`,
    seq,
    player: { id: `p${seq}`, username, profileImageUrl: null },
    ...change,
  });
};
const round = (change: Partial<GameRound>): GameRound =>
  shownRound({
    ...{ number: 7, currency: "TIX", beaconRound: 42, commitment: "00".repeat(32), pot: "20.00" },
    bets: [bet(0), bet(1)],
    ...change,
  });
const words = (change: Partial<GameRound>) => saidOfRound(round(change)).map(({ message }) => message);
const OPENED = "alice opened round 7 with a bet of 10.00 TIX.";
const CLOSED = "Bets are closed: 2 bets, 20.00 TIX. Beacon 42 decides.";

describe("the lines about a round", () => {
  it("name only its opener while bets are taken", () => {
    expect(words({})).toEqual([OPENED]);
    expect(words({ gameType: "jackpot", status: "waiting", beaconRound: null })).toEqual([OPENED]);
  });

  it("tell the curve's start, and its bust only at the end", () => {
    expect(words({ status: "locked" })).toEqual([OPENED, CLOSED]);
    expect(words({ status: "running" })).toEqual([OPENED, CLOSED, "The curve started."]);
    const bets = [bet(0, { multiplier: "1.50", winAmount: "15.00", cause: "manual" }), bet(1)];
    const endedAt = "2026-01-01T12:00:30.000Z";
    expect(words({ status: "settled", bets, point: "2.31", endedAt }).slice(2)).toEqual([
      "The curve started.",
      "The curve broke at 2.31x. 1 of 2 bets left before.",
    ]);
  });

  it("name the winner of a pot, and say that stakes of a void round were returned", () => {
    const endedAt = "2026-01-01T12:00:30.000Z";
    const bets = [bet(0, { winAmount: "0.00" }), bet(1, { winAmount: "19.00" })];
    expect(words({ gameType: "jackpot", status: "settled", bets, endedAt }).at(-1)).toBe(
      "bob won 19.00 TIX.",
    );
    expect(words({ status: "void", endedAt }).at(-1)).toBe("The round is void. Every stake was returned.");
  });
});
