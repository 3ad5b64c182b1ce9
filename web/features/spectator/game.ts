import type { LiveGame, LivePlayer } from "#domain/features/spectator/contract.ts";
import { compareMinor } from "#domain/kernel/money.ts";
import { FINISHING } from "#web/features/spectator/messages.ts";
import { money, readMoney } from "#web/lib/format.ts";

/** What a game is worth is counted in: its stake's currency, or RBX for the values of items. */
export const currencyOf = (game: LiveGame): string =>
  game.player1.betAmount === null ? "RBX" : game.player1.betSide.toUpperCase();

/** The players, in a few words. @example whoPlays(game) // "alice vs bob", "alice and 3 others" */
export function whoPlays({ player1, player2, playerCount, userGame }: LiveGame): string {
  if (userGame === undefined) return `${player1.username} vs ${player2?.username ?? "nobody yet"}`;
  const others = (playerCount ?? 1) - 1;
  if (others === 0) return player1.username;
  return `${player1.username} and ${others} ${others === 1 ? "other" : "others"}`;
}

/** What a player has at stake, in a few words. @example stakeOf(player, "RBX") // "25.00 RBX" */
export function stakeOf({ betAmount, betItems = [] }: LivePlayer, currency: string): string {
  if (betAmount !== null) return `${money(readMoney(betAmount))} ${currency}`;
  return `${betItems.length} Limited(s)`;
}

/** How long a game still takes, in seconds, and the word for one that is due. @param now milliseconds */
export function timeToEnd(estimatedEnd: string, now: number): string {
  const seconds = Math.ceil((Date.parse(estimatedEnd) - now) / 1000);
  return seconds > 0 ? `${seconds}s` : FINISHING;
}

/** How far a game is at an instant, which may be further than it was when it was asked for. @param now milliseconds */
export function statusAt({ status, estimatedEnd }: LiveGame, now: number): LiveGame["status"] {
  return status === "active" && estimatedEnd !== undefined && Date.parse(estimatedEnd) <= now
    ? "finishing"
    : status;
}

const GAME_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|game_\w{1,60})$/;

/** The game that an address names; null for anything that is no id of a game. */
export const gameIdIn = (text: string | null): string | null =>
  text !== null && GAME_ID.test(text) ? text : null;

/** Games with those first that most people watch; of equal ones the more valuable. */
export const popular = (games: readonly LiveGame[]): readonly LiveGame[] =>
  games.toSorted(
    (a, b) =>
      b.spectatorCount - a.spectatorCount || compareMinor(readMoney(b.totalValue), readMoney(a.totalValue)),
  );

/** What a viewer is counted for: a round's game; nothing for a flip that left the list, which has no UUID. */
export function watchedIn(games: readonly LiveGame[] | undefined, id: string | null): string | null {
  const made = games?.find((game) => game.id === id)?.userGame;
  return made?.id ?? (id?.startsWith("game_") ? null : id);
}
