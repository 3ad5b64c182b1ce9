import { describe, expect, it } from "vitest";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { createUserGameSchema } from "#domain/features/user-games/contract.ts";
import { listedGame, momentOf, repeatableChance } from "#service/lab/testing/crowd.ts";
import { COINS_WANTED, nextUserCoinflip } from "./crowd.ts";

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

const coin = (n: number, given: Partial<UserGameListed> = {}) => listedGame(n, given);
const enough = Array.from({ length: COINS_WANTED }, (_, n) => coin(n));
const choices = (games: readonly UserGameListed[]) =>
  SEEDS.map((seed) => nextUserCoinflip(games, momentOf({}, repeatableChance(seed))));

describe("a demo player in player-made coins", () => {
  it("makes a valid one while there are too few, each title once", () => {
    for (const chosen of choices([coin(0, { title: "Even money" })])) {
      expect(chosen?.path).toBe("/user-games");
      const made = createUserGameSchema.parse(chosen?.body);
      expect(made).toMatchObject({ gameType: "coinflip" });
      expect(made.title).not.toBe("Even money");
    }
  });

  it("makes no second one, and none if there are enough", () => {
    const mine = [coin(0, { creatorId: "p_me" })];
    for (const chosen of choices(mine)) expect(chosen).toBeNull();
    for (const chosen of choices(enough)) expect(chosen?.path).toMatch(/^\/user-games\/g_\d\/play$/);
  });

  it("plays no coin of its own, with a high edge, or with other stakes", () => {
    const others = [
      ...Array.from({ length: COINS_WANTED }, (_, n) => coin(n, { houseEdge: "10.01" })),
      coin(8, { creatorId: "p_me" }),
      coin(9, { minBet: "999.00" }),
    ];
    for (const chosen of choices(others)) expect(chosen).toBeNull();
  });
});
