import type { GameRound, RoundBet } from "#domain/features/game-rounds/contract.ts";
import { shownBet, shownRound } from "#domain/testing/shown/rounds.ts";

/** Bob's bet of 25.00. */
export const aRoundBet = (change: Partial<RoundBet> = {}): RoundBet =>
  shownBet({ betAmount: "25.00", ...change });

/** A bet of Alice's, the player's. */
const ownBet = (change: Partial<RoundBet>): RoundBet =>
  shownBet({
    id: "b1",
    seq: 1,
    player: { id: "01JPLAYER", username: "alice", profileImageUrl: null },
    ...change,
  });

const round = shownRound({
  id: "0193e3f0-0000-7000-8000-0000000000c1",
  number: 7,
  gameId: "0193e3f0-0000-7000-8000-0000000000a1",
  gameType: "jackpot",
  status: "waiting",
  openedAt: "2026-01-31T12:00:00.000Z",
  ...{ closesAt: null, startsAt: null, beaconRound: null, cap: null, force: null },
  commitment: "ab".repeat(32),
  pot: "25.00",
});

/** A jackpot of Bob's 25.00 and Alice's, the player's, 75.00. */
export const aJackpotRound = (change: Partial<GameRound> = {}): GameRound => ({
  ...round,
  status: "betting",
  closesAt: new Date(Date.now() + 12_000).toISOString(),
  pot: "100.00",
  bets: [
    aRoundBet({ from: "0.00", to: "25.00", chance: "25.00" }),
    ownBet({ betAmount: "75.00", from: "25.00", to: "100.00", chance: "75.00" }),
  ],
  ...change,
});

/** The same, drawn to a ticket of Bob's. */
export const aDrawnJackpot = (change: Partial<GameRound> = {}): GameRound => {
  const open = aJackpotRound();
  return {
    ...open,
    status: "settled",
    endedAt: "2026-01-31T12:01:00.000Z",
    ticket: "10.00",
    winner: "p_bob",
    bets: open.bets.map((bet) => ({ ...bet, winAmount: bet.seq === 0 ? "95.00" : "0.00" })),
    ...change,
  };
};

/** A crash round of Bob's 25.00 and Alice's, the player's, 10.00, that runs. */
export const aCrashRound = (change: Partial<GameRound> = {}): GameRound => {
  const own = ownBet({ betAmount: "10.00" });
  return {
    ...round,
    gameType: "crash",
    status: "running",
    startsAt: new Date(Date.now() - 1_000).toISOString(),
    beaconRound: 4_711,
    pot: "35.00",
    cap: "1000.00",
    force: "28.57",
    bets: [aRoundBet(), own],
    you: { ...own, autoCashOut: null },
    ...change,
  };
};
