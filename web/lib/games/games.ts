import { type GameKind, kindsByType } from "#domain/games/game-kind.ts";

// Importing the domain's entries would bring schemas into the first page, so this has only the games' descriptions.
const files = import.meta.glob<{ readonly games: readonly GameKind[] }>(
  "../../../domain/features/*/game.ts",
  {
    eager: true,
  },
);

/** The kinds of games of every feature, by name. */
export const gameKinds: readonly GameKind[] = Object.values(files)
  .flatMap(({ games }) => games)
  .toSorted((a, b) => a.name.localeCompare(b.name, "en"));

/** Finds a kind of game by what answers call it. */
export const gameKindOf = kindsByType(gameKinds);

/** The names of all kinds, by what answers call them. */
export const GAME_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  gameKinds.map(({ gameType, name }) => [gameType, name]),
);
