import type { GameHistoryEntry, SettledGame } from "#domain/features/house-flips/contract.ts";
import { lostMoney, money, readMoney, signedMoney } from "#web/lib/format.ts";
import { gameKindOf } from "#web/lib/games/games.ts";

/** What kind of game it was, in words. */
export const kindName = ({ gameType }: Pick<SettledGame, "gameType">): string =>
  gameKindOf(gameType)?.name ?? gameType;

/** What a game is called: by its title where a player made it, else by its kind. */
export const gameName = (game: Pick<SettledGame, "gameType" | "userGame">): string =>
  game.userGame?.title ?? kindName(game);

/** Whether items were staked; their figures count in RBX. */
export const isOfItems = ({ gameType }: Pick<SettledGame, "gameType">): boolean =>
  gameKindOf(gameType)?.isOfItems === true;

/** Whether a side was called, and one came up. */
export const hasSides = ({ gameType }: Pick<SettledGame, "gameType">): boolean =>
  gameKindOf(gameType)?.hasNoSides !== true;

/** Whether this log has what proves a game. */
export const isProvedHere = ({ gameType }: Pick<SettledGame, "gameType">): boolean =>
  gameKindOf(gameType)?.isProvedElsewhere !== true;

/** Whom a player played against. @example opponentName(game) // "bob" */
export function opponentName({
  gameType,
  opponent,
}: Pick<GameHistoryEntry, "gameType" | "opponent">): string {
  if (opponent) return opponent.username;
  return gameKindOf(gameType)?.opponent ?? "the house";
}

type Figures = Pick<SettledGame, "won" | "winAmount" | "betAmount">;

/** A game's figure as lists show it: the pay-out of a win, the bet of a loss. @example "+19.75", "-10.00" */
export const figureOf = ({ won, winAmount, betAmount }: Figures): string =>
  won ? signedMoney(readMoney(winAmount)) : lostMoney(readMoney(betAmount));

/** What the figure leaves out: bet, pay-out and what the game came to. */
export function figureNote({
  won,
  winAmount,
  betAmount,
  currency,
}: Figures & Pick<SettledGame, "currency">): string {
  const [bet, payout] = [readMoney(betAmount), readMoney(winAmount)];
  const unit = currency === null ? "" : ` ${currency}`;
  const net = payout - bet;
  return won
    ? `Pay-out ${money(payout)}${unit}, bet of ${money(bet)}${unit} included. Net ${signedMoney(net)}${unit}.`
    : `The bet of ${money(bet)}${unit} was lost. Net ${signedMoney(net)}${unit}.`;
}
