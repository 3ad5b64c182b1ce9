export const PLAY_BOT = "🤖 Play vs Bot (1.8x)";
/** The dialog around the game. */
export const BOT_DIALOG = { title: "Play vs Bot" } as const;
/** What the player is about to do, until it is done. */
export const BEFORE_FLIP = "The coin flips as soon as you confirm. This cannot be undone.";
export const PLAYING = "Playing...";
export const VICTORY = "Victory!";
export const DEFEAT = "Defeat!";
export const BOT_FAILED = "Failed to play against bot";

export const EDGE_NOTE =
  "A win pays 0.8 of the items' value and a loss costs all of it. Both are equally likely, so on average the house keeps a tenth.";
