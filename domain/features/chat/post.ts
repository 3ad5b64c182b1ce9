import type { Refusal } from "../../kernel/decision.ts";
import { instantOf } from "../../kernel/time.ts";
import { holdsForeignLink } from "../../player/foreign-link.ts";
import {
  BURST_MAX,
  BURST_MS,
  BUSY_GAP_MS,
  BUSY_MESSAGES,
  GAP_MS,
  LINK_LEVEL_MIN,
  lockedText,
  REPORTS_OF_PLAYER_MAX,
  REPORTS_OF_PLAYER_MS,
  SAME_TEXT_AUTHORS,
  SAME_TEXT_LAST,
  SAME_TEXT_MS,
} from "./rules.ts";
import { likenessOf } from "./text.ts";

/** A mute: its end in milliseconds (null for ever), the reason, and whether an admin decided it. */
export type Mute = { readonly until: number | null; readonly reason: string; readonly byAdmin: boolean };

/** The author, as the log knows them. */
export interface Author {
  readonly level: number;
  /** A moderator or an admin. */
  readonly isStaff: boolean;
  readonly isSuspended: boolean;
  /** The newest mute, in force or over; null for none. */
  readonly mute: Mute | null;
}

/** A message of the last minute, or a change of one. Times are in milliseconds. */
export interface RecentMessage {
  readonly at: number;
  /** Null for an edit of the message itself, which is no repetition. */
  readonly likeness: string | null;
}

/** What was written in the room lately, while nobody else writes. */
export interface RecentTalk {
  /** The author's own, the newest first: at least the last five. */
  readonly own: readonly RecentMessage[];
  /** How many others wrote the same within the last minute. */
  readonly othersAlike: number;
  readonly inLastMinute: number;
}

/** A request to write, and what decides it. */
export interface Post {
  readonly text: string;
  readonly author: Author;
  readonly levelMin: number;
  /** The slow mode that a moderator set; null for none. */
  readonly slow: { readonly seconds: number; readonly until: number } | null;
  readonly at: number;
}

/** Whether a mute is in force. */
export const isMuted = (mute: Mute | null, at: number): mute is Mute =>
  mute !== null && (mute.until === null || mute.until > at);

/** Why somebody may not read the chat; null when they may. */
export function refusalOfReader(
  { level, isStaff }: Pick<Author, "level" | "isStaff">,
  levelMin: number,
): Refusal | null {
  if (isStaff || level >= levelMin) return null;
  return { code: "level_too_low", detail: lockedText(levelMin, level) };
}

/** Why a suspended player may not do something in the chat; null for others. @param what in words */
export const refusalOfSuspended = (
  { isSuspended }: Pick<Author, "isSuspended">,
  what: string,
): Refusal | null =>
  isSuspended
    ? {
        code: "suspended",
        detail: `Your account is suspended: you cannot ${what}. Support can tell you more.`,
      }
    : null;

/** Why somebody may not write at all at the moment; null when they may. */
export function refusalOfAuthor({ author, levelMin, at }: Omit<Post, "text" | "slow">): Refusal | null {
  const locked = refusalOfReader(author, levelMin);
  if (locked !== null) return locked;
  const suspended = refusalOfSuspended(author, "write in the chat");
  if (suspended !== null) return suspended;
  const { mute } = author;
  if (!isMuted(mute, at)) return null;
  const end = mute.until === null ? "for ever" : `until ${instantOf(mute.until)}`;
  return { code: "muted", detail: `You are muted ${end}: ${mute.reason}` };
}

/** Why a text may not be written; null when it may. */
export function refusalOfText({ text, author }: Pick<Post, "text" | "author">): Refusal | null {
  if (author.isStaff || author.level >= LINK_LEVEL_MIN || !holdsForeignLink(text)) return null;
  const detail = `Links to other sites can be posted from level ${LINK_LEVEL_MIN}.`;
  return { code: "links_not_allowed", detail };
}

/** How long somebody has to wait before they may write again, in milliseconds; 0 for not at all. */
export function waitOf({ author, slow, at }: Omit<Post, "text" | "levelMin">, recent: RecentTalk): number {
  const gap = gapOf({ author, slow, at }, recent);
  const [last] = recent.own;
  const oldest = recent.own[BURST_MAX - 1];
  return Math.max(
    0,
    last === undefined ? 0 : last.at + gap - at,
    oldest === undefined ? 0 : oldest.at + BURST_MS - at,
  );
}

/** The time between two messages of one author at the moment, in milliseconds. */
function gapOf({ author, slow, at }: Omit<Post, "text" | "levelMin">, { inLastMinute }: RecentTalk): number {
  if (author.isStaff) return GAP_MS;
  const busy = inLastMinute > BUSY_MESSAGES ? BUSY_GAP_MS : GAP_MS;
  return slow !== null && slow.until > at ? Math.max(busy, slow.seconds * 1_000) : busy;
}

/** Whether a text was said just now: by its author, or by several others. */
function isRepeated({ text, at }: Pick<Post, "text" | "at">, { own, othersAlike }: RecentTalk): boolean {
  const likeness = likenessOf(text);
  const isSame = (one: RecentMessage) => one.likeness === likeness && one.at > at - SAME_TEXT_MS;
  return own.slice(0, SAME_TEXT_LAST).some(isSame) || othersAlike >= SAME_TEXT_AUTHORS;
}

/**
 * Decides whether somebody may report one more message.
 * @param recent when they made their reports of `REPORTS_OF_PLAYER_MS`, oldest first, in milliseconds
 * @returns why not, with the seconds to wait; null when they may
 */
export function refusalOfReport(
  recent: readonly number[],
  at: number,
): (Refusal & { readonly retryAfter: number }) | null {
  const [oldest] = recent;
  if (oldest === undefined || recent.length < REPORTS_OF_PLAYER_MAX) return null;
  const retryAfter = Math.ceil((oldest + REPORTS_OF_PLAYER_MS - at) / 1_000);
  const detail = `You reported ${REPORTS_OF_PLAYER_MAX} messages in the last day. Report others later.`;
  return { code: "too_many_reports", detail, retryAfter };
}

/**
 * Decides on a message whose text keeps the rules, or on its change. Nobody else writes in the room in the meantime.
 * @returns why it is refused, with the seconds to wait where that helps; null when it is accepted
 */
export function refusalOfPost(
  post: Post,
  recent: RecentTalk,
): (Refusal & { readonly retryAfter?: number }) | null {
  const refusal = refusalOfAuthor(post) ?? refusalOfText(post);
  if (refusal !== null) return refusal;
  if (isRepeated(post, recent)) {
    const detail = "This was said a moment ago. Say something else.";
    return { code: "duplicate_message", detail };
  }
  const wait = waitOf(post, recent);
  if (wait === 0) return null;
  const retryAfter = Math.ceil(wait / 1_000);
  return { code: "slow_mode", detail: `Wait ${retryAfter} s before your next message.`, retryAfter };
}
