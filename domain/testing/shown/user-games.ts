import type { OwnUserGame, UserGameListed } from "../../features/user-games/contract.ts";

/** A game that Carol made. */
export const aUserGame = (change: Partial<UserGameListed> = {}): UserGameListed => ({
  id: "0193e3f0-0000-7000-8000-0000000000a1",
  position: 12,
  creatorId: "p_carol",
  creator: { id: "p_carol", username: "carol", firstName: "Carol", profileImageUrl: null, email: null },
  title: "Carol's coin",
  description: "Even odds, small edge.",
  gameType: "coinflip",
  minBet: "1.00",
  maxBet: "1000.00",
  houseEdge: "5.00",
  returnToPlayer: "95.00",
  isActive: true,
  isHalted: false,
  totalPlayed: 1_234,
  totalVolume: "1234567.89",
  version: 1,
  createdAt: "2026-01-31T12:00:00.000Z",
  updatedAt: "2026-01-31T12:00:00.000Z",
  ...change,
});

/** A game of the player's own. */
export const anOwnGame = (change: Partial<OwnUserGame> = {}): OwnUserGame => ({
  ...aUserGame({ title: "My coin" }),
  earnings: "61728.39",
  unclaimed: { rbx: "12.50", tix: "0.00" },
  ...change,
});
