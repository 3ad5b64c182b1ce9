import { expect, it } from "vitest";
import { gameKinds as declared } from "#domain/features/registry.ts";
import { GAME_NAMES, gameKindOf, gameKinds } from "#web/lib/games/games.ts";

it("the kinds of games are those that the features declare, by name", () => {
  expect(gameKinds).toEqual([...declared].sort((a, b) => (a.name < b.name ? -1 : 1)));
  expect(new Set(declared.map(({ gameType }) => gameType)).size).toBe(declared.length);
  expect(Object.keys(GAME_NAMES)).toHaveLength(declared.length);
});

it("a kind is found by its name in answers", () => {
  expect(gameKindOf("coinflip_vs_bot")).toMatchObject({
    name: "Bot game",
    opponent: "the bot",
    isOfItems: true,
  });
  expect(gameKindOf("chess")).toBeUndefined();
});
