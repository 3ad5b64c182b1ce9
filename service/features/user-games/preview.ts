import { gameKindOf } from "#domain/features/registry.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { userGameById } from "#projections/features/user-games/game-list.ts";
import type { Deps } from "#service/http/deps.ts";
import { PAGE_ID, type Preview } from "#service/http/files/preview.ts";

const PAGE = new RegExp(`^/user-games/${PAGE_ID}$`);

/** The preview of a link to a game: none for a stopped game, and without a hidden creator. */
export async function userGamePreview(path: string, { reads }: Deps): Promise<Preview | null> {
  const id = PAGE.exec(path)?.[1];
  const game = id === undefined ? null : await userGameById(reads, id, ANYBODY);
  if (game === null || game.isHalted) return null;
  const { title, gameType, creator, houseEdge, minBet, maxBet } = game;
  const kind = gameKindOf(gameType)?.name ?? gameType;
  return {
    title,
    description: `${kind} by ${creator.username}. House edge ${houseEdge}%, bets ${minBet} to ${maxBet}.`,
  };
}
