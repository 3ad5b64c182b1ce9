import type { GameRound, RoundBet } from "../../features/game-rounds/contract.ts";

/** A bet of 10.00 on a round, as players see it. */
export const shownBet = (change: Partial<RoundBet> = {}): RoundBet => ({
  id: "b0",
  seq: 0,
  player: { id: "p_bob", username: "bob", profileImageUrl: null },
  betAmount: "10.00",
  from: null,
  to: null,
  chance: null,
  multiplier: null,
  winAmount: null,
  cause: null,
  ...change,
});

/** A crash round that takes bets for another eight seconds, as players see it. @param openedAt milliseconds */
export function shownRound(
  change: Partial<GameRound> = {},
  openedAt = Date.UTC(2026, 10, 22, 12),
): GameRound {
  const instant = (ms: number) => new Date(openedAt + ms).toISOString();
  return {
    id: "r1",
    number: 1,
    gameId: "g1",
    gameType: "crash",
    version: 1,
    currency: "RBX",
    status: "betting",
    openedAt: instant(0),
    closesAt: instant(8_000),
    startsAt: instant(11_500),
    endedAt: null,
    beaconRound: 7,
    commitment: "c",
    pot: "10.00",
    cap: "100.00",
    force: "11.00",
    point: null,
    ticket: null,
    winner: null,
    bets: [],
    you: null,
    ...change,
  };
}
