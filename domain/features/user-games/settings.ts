import { defineSetting, type Settings } from "../../kernel/setting.ts";

/** The part of the edge that the house keeps of games that are made or edited from now on. */
export const creatorHousePart = defineSetting({
  name: "creatorHousePart",
  order: 80,
  unit: "basisPoints",
  what: "The part of the edge of player-made games that the house keeps; games made or edited before keep theirs",
  default: 0n,
  least: 0n,
  most: 10_000n,
  weakenedBy: null,
});

export const userGameSettings = [creatorHousePart] as const;

/** The part of the edge that the house keeps of games that are made or edited now, in basis points of it. */
export const creatorHousePartOf = (settings: Settings): number => creatorHousePart.countOf(settings);
