import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../kernel/time.ts";

/** There is one room. */
export const ROOM = "global";

/** Below this level a message with the address of another site is refused. */
export const LINK_LEVEL_MIN = 30;

/** How long authors can edit and delete a message, in milliseconds. */
export const EDIT_WITHIN_MS = 2 * MINUTE_MS;
export const DELETE_WITHIN_MS = 5 * MINUTE_MS;

/** Rate of one player: the shortest gap, and the maximum in the longer window. */
export const GAP_MS = 2 * SECOND_MS;
export const BURST_MAX = 5;
export const BURST_MS = 30 * SECOND_MS;
/** Maximum messages of one player while the first can still be edited. */
export const EDITABLE_MAX = 50;
/** A room with more messages than this in a minute slows down by itself. */
export const BUSY_MESSAGES = 60;
export const BUSY_MS = MINUTE_MS;
export const BUSY_GAP_MS = 10 * SECOND_MS;
/** Repetition is checked against the author's recent messages, and those of other authors. */
export const SAME_TEXT_MS = MINUTE_MS;
export const SAME_TEXT_LAST = 3;
export const SAME_TEXT_AUTHORS = 3;

export const MENTIONS_MAX = 5;
/** Mentions of one player by another notify at most once per this time, in milliseconds. */
export const MENTION_TOLD_MS = 5 * MINUTE_MS;
/** So many open reports hide a message until somebody looked at it. */
export const REPORTS_TO_HIDE = 3;
/** Maximum other reports of the same message closed together with one. */
export const REPORTS_CLOSED_MAX = 100;
export const REASON_CHARS_MAX = 300;
/** Maximum reports of one player, and their window in milliseconds. */
export const REPORTS_OF_PLAYER_MAX = 20;
export const REPORTS_OF_PLAYER_MS = DAY_MS;

/** Moderators mute for at most a day; admins for any time. */
export const MODERATOR_MUTE_MINUTES_MAX = 24 * 60;
/** Maximum minutes of a mute that ends: a year. */
export const MUTE_MINUTES_MAX = 366 * 24 * 60;
export const MUTE_MINUTES_DEFAULT = 30;

export const SLOW_SECONDS_MAX = 300;
export const SLOW_MINUTES_MAX = 24 * 60;

/** Minimum profit of a win line in the chat, in minor units, and the shortest time between two. */
export const BIG_WIN_MIN = 50_000n;
export const WIN_GAP_MS = 30 * SECOND_MS;

/** Retention of messages, in milliseconds. */
export const MESSAGES_KEPT_MS = 90 * 24 * 60 * MINUTE_MS;

/** The refusal below the required level. */
export const lockedText = (levelMin: number, level: number): string =>
  `Chat access requires level ${levelMin} or higher. You are currently level ${level}.`;

/** Maximum edits of a message. */
export const EDITS_MAX = 10;
