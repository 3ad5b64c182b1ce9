import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../kernel/time.ts";

/** There is one room. */
export const ROOM = "global";

/** Below this level a message with the address of another site is refused. */
export const LINK_LEVEL_MIN = 30;

/** Own messages can be changed and taken back for so long, in milliseconds. */
export const EDIT_WITHIN_MS = 2 * MINUTE_MS;
export const DELETE_WITHIN_MS = 5 * MINUTE_MS;

/** One player writes at most once in so long, and so many times in the longer while. */
export const GAP_MS = 2 * SECOND_MS;
export const BURST_MAX = 5;
export const BURST_MS = 30 * SECOND_MS;
/** One player cannot write more than so many messages while the first of them can still be changed. */
export const EDITABLE_MAX = 50;
/** A room with more messages than this in a minute slows down by itself. */
export const BUSY_MESSAGES = 60;
export const BUSY_MS = MINUTE_MS;
export const BUSY_GAP_MS = 10 * SECOND_MS;
/** The same text again counts against its author's last few of so long, and so many other authors. */
export const SAME_TEXT_MS = MINUTE_MS;
export const SAME_TEXT_LAST = 3;
export const SAME_TEXT_AUTHORS = 3;

export const MENTIONS_MAX = 5;
/** However often one player mentions another, that is told once in so long, in milliseconds. */
export const MENTION_TOLD_MS = 5 * MINUTE_MS;
/** So many open reports hide a message until somebody looked at it. */
export const REPORTS_TO_HIDE = 3;
/** A report that is closed closes up to so many others of the same message with it. */
export const REPORTS_CLOSED_MAX = 100;
export const REASON_CHARS_MAX = 300;
/** A player reports so many messages at most in so long, in milliseconds. */
export const REPORTS_OF_PLAYER_MAX = 20;
export const REPORTS_OF_PLAYER_MS = DAY_MS;

/** Moderators mute for at most a day; admins for any time. */
export const MODERATOR_MUTE_MINUTES_MAX = 24 * 60;
/** A mute that ends has at most so many minutes: a year. */
export const MUTE_MINUTES_MAX = 366 * 24 * 60;
export const MUTE_MINUTES_DEFAULT = 30;

export const SLOW_SECONDS_MAX = 300;
export const SLOW_MINUTES_MAX = 24 * 60;

/** A win of at least so much above its stake is told in the chat, in minor units, at most once in so long. */
export const BIG_WIN_MIN = 50_000n;
export const WIN_GAP_MS = 30 * SECOND_MS;

/** Messages are kept for so long, in milliseconds. */
export const MESSAGES_KEPT_MS = 90 * 24 * 60 * MINUTE_MS;

/** What somebody below the level is told. */
export const lockedText = (levelMin: number, level: number): string =>
  `Chat access requires level ${levelMin} or higher. You are currently level ${level}.`;

/** A message is changed so many times at most. */
export const EDITS_MAX = 10;
