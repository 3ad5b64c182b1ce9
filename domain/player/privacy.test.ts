import { describe, expect, it } from "vitest";
import { ANYBODY, isShown } from "./privacy.ts";

const friend = { playerId: "p_friend", friends: new Set(["p_1"]) };
const stranger = { playerId: "p_stranger", friends: new Set(["p_friend"]) };
const own = { playerId: "p_1", friends: new Set<string>() };

describe("the visibility of a player", () => {
  it.each([
    ["public", [true, true, true, true]],
    ["friends", [true, true, false, false]],
    ["hidden", [true, false, false, false]],
  ] as const)("%s: to the player, a friend, a stranger, a visitor", (to, shown) => {
    expect([own, friend, stranger, ANYBODY].map((viewer) => isShown(to, "p_1", viewer))).toEqual(shown);
  });
});
