import type { Side } from "#web/lib/stakes/stake.ts";

export const PLAY_BOT = "🤖 Play vs Bot (1.8x)";
/** The dialog around the game. */
export const BOT_DIALOG = {
  title: "Play vs Bot",
  description: "The coin falls as soon as you confirm. It cannot be taken back.",
} as const;
export const PLAYING = "Playing...";
export const VICTORY = "Victory!";
export const DEFEAT = "Defeat!";
export const BOT_FAILED = "Failed to play against bot";

export const EDGE_NOTE =
  "A win adds 0.8 of the items' value, a loss costs all of it, and both are equally likely: on average a tenth of the value stays with the house.";

/** What came of a game against the bot. */
export const botResultText = (result: Side, message: string): string =>
  `Result: ${result.toUpperCase()}. ${message}`;
