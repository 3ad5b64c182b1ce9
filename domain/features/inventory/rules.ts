/** One command of a sync looks at no more copies than this; each takes two legs when it moves. */
export const COPIES_PER_COMMAND_MAX = 1_000;
/** Maximum entries of an inventory answer, newest first; `before` pages to older ones. */
export const ENTRIES_SHOWN_MAX = 2_000;
/** Maximum other players a command takes copies from; the rest waits for the next sync. */
export const OTHER_PLAYERS_MAX = 100;
