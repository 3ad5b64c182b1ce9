import type { LiveGame, SpectatorMessage } from "#domain/features/spectator/contract.ts";
import { SECOND_MS } from "#domain/kernel/time.ts";

/** The game of Bob's that waits for an opponent, watched by nobody. */
export const aLiveGame = (change: Partial<LiveGame> = {}): LiveGame => ({
  id: "0193a000-0000-7000-8000-000000000001",
  position: 12,
  gameType: "coinflip",
  player1: { id: "01JBOB", username: "bob", betSide: "rbx", betAmount: "10.00" },
  totalValue: "10.00",
  spectatorCount: 0,
  status: "waiting",
  startedAt: new Date(Date.now() - 5 * SECOND_MS).toISOString(),
  ...change,
});

/** The same game once Alice has joined it, with some seconds to go. */
export const aRunningGame = (change: Partial<LiveGame> = {}): LiveGame =>
  aLiveGame({
    player2: { id: "01JPLAYER", username: "alice", betSide: "tix", betAmount: "10.00" },
    totalValue: "20.00",
    spectatorCount: 3,
    status: "active",
    estimatedEnd: new Date(Date.now() + 8 * SECOND_MS).toISOString(),
    ...change,
  });

/** A message of the game's chat. */
export const aMessage = (change: Partial<SpectatorMessage> = {}): SpectatorMessage => ({
  id: "0193a000-0000-7000-8000-000000000001:1",
  position: 1,
  username: "System",
  message: "bob opened a coinflip and is waiting for an opponent.",
  timestamp: "2026-11-20T10:00:00.000Z",
  type: "system",
  ...change,
});
