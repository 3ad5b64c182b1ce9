import { expect, it } from "vitest";
import { opponentName } from "#web/features/house-flips/game-words.ts";

it.each([
  ["coinflip", null, "the house"],
  ["live_coinflip", "bob", "bob"],
  ["away_coinflip", null, "a player of another log"],
])("a %s names the opponent", (gameType, username, name) => {
  const opponent = username === null ? null : { id: "p_bob", username, profileImageUrl: null };
  expect(opponentName({ gameType, opponent })).toBe(name);
});
