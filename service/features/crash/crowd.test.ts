import { describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { createUserGameSchema, type UserGameListed } from "#domain/features/user-games/contract.ts";
import { listedGame, momentOf, repeatableChance } from "#service/lab/testing/crowd.ts";
import { nextCrash } from "./crowd.ts";

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);
const game = (n: number, given: Partial<UserGameListed> = {}) =>
  listedGame(n, { gameType: "crash", version: 3, ...given });
const choices = (games: readonly UserGameListed[]) =>
  SEEDS.map((seed) => nextCrash(games, momentOf({}, repeatableChance(seed))));

describe("a demo player in crash games", () => {
  it("makes a valid one while there are too few", () => {
    for (const chosen of choices([game(0)])) {
      expect(chosen?.path).toBe("/user-games");
      expect(createUserGameSchema.parse(chosen?.body)).toMatchObject({ gameType: "crash" });
    }
  });

  it("bets small stakes, always with a target, by the version it saw", () => {
    for (const chosen of choices([game(0), game(1)])) {
      expect(chosen?.path).toMatch(/^\/user-games\/g_[01]\/bets$/);
      const bet = endpoints.betOnRound.body.parse(chosen?.body);
      expect(bet.version).toBe(3);
      expect(bet.autoCashOut).toBeGreaterThanOrEqual(1.1);
      expect(bet.betAmount).toBeLessThanOrEqual(10);
    }
  });

  it("does not play its own", () => {
    for (const chosen of choices([game(0, { creatorId: "p_me" }), game(1, { creatorId: "p_me" })]))
      expect(chosen).toBeNull();
  });
});
