import { describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { createUserGameSchema, type UserGameListed } from "#domain/features/user-games/contract.ts";
import { listedGame, momentOf, repeatableChance } from "#service/lab/testing/crowd.ts";
import { nextJackpot } from "./crowd.ts";

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);
const pot = (n: number) => listedGame(n, { gameType: "jackpot", version: 2 });
const choices = (games: readonly UserGameListed[]) =>
  SEEDS.map((seed) => nextJackpot(games, momentOf({}, repeatableChance(seed))));

describe("a demo player in jackpots", () => {
  it("makes a valid one while there are too few", () => {
    for (const chosen of choices([])) {
      expect(chosen?.path).toBe("/user-games");
      expect(createUserGameSchema.parse(chosen?.body)).toMatchObject({ gameType: "jackpot" });
    }
  });

  it("enters one with a small stake, by the version it saw", () => {
    for (const chosen of choices([pot(0), pot(1)])) {
      expect(chosen?.path).toMatch(/^\/user-games\/g_[01]\/bets$/);
      const entry = endpoints.betOnRound.body.parse(chosen?.body);
      expect(entry).toMatchObject({ version: 2 });
      expect(entry.betAmount).toBeLessThanOrEqual(10);
    }
  });
});
