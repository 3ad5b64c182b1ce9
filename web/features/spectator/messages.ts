import type { LiveGame } from "#domain/features/spectator/contract.ts";

export const TITLE = "Spectator";
export const SUBTITLE = "Watch games between players live, and check their results.";
const TYPE_NAMES: Readonly<Record<string, string>> = {
  coinflip: "Currency Coinflip",
  limiteds_coinflip: "Limiteds Coinflip",
  user_coinflip: "Player-made Coinflip",
  jackpot: "Jackpot",
  crash: "Crash",
};
/** What a kind of game is called. */
export const typeName = (gameType: string): string => TYPE_NAMES[gameType] ?? "Game";
export const IN_PROGRESS = "Game in Progress";
export const WAITING = "Waiting for an opponent";
export const FINISHING = "Finishing...";
/** A round waits for more bets, and not for one opponent. */
export const BETS_TAKEN = "Bets are taken";
const STATUS_NAMES: Readonly<Record<LiveGame["status"], string>> = {
  waiting: WAITING,
  active: IN_PROGRESS,
  finishing: FINISHING,
};
/** How far a game is, in words. */
export const statusName = ({ userGame }: Pick<LiveGame, "userGame">, status: LiveGame["status"]): string =>
  status === "waiting" && userGame !== undefined ? BETS_TAKEN : STATUS_NAMES[status];
export const READ_ONLY = "Login to participate in spectator chat";
export const NO_GAMES = {
  title: "No Live Games",
  text: "Nobody is playing at the moment. Games appear here as soon as one opens.",
} as const;
export const LARGEST = "Largest bets today";
export const NO_LARGEST = "No bet of 10.00 or more today. A day begins at 00:00 UTC.";
export const NO_CHOICE = {
  title: "Select a Game",
  text: "Choose a game from the list to see its players, its stakes and how it ends.",
} as const;
export const NO_SUCH_GAME = {
  title: "No Such Game",
  text: "There is no game at this address. Choose one from the list.",
} as const;

/** The text for a game that ended without a result. */
export const ENDS = {
  cancelled: "Cancelled by its creator. The stake was returned.",
  expired: "Nobody joined in time. The stake was returned.",
  void: "The beacon did not come. Both stakes were returned.",
} as const;

export const watchers = (count: number): string => `${count} ${count === 1 ? "spectator" : "spectators"}`;
