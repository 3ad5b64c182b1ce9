import type { ChatMessage } from "#domain/features/chat/contract.ts";
import type { ChatFrames } from "#domain/features/chat/frames.ts";

/** So many messages are kept on a page that stays open; older ones are asked for again. */
export const MESSAGES_MAX = 300;

/**
 * Adds a page of messages to the known ones, oldest first and without a gap: a page that does not adjoin replaces them.
 * @param page newest first, as the API has it
 */
export function withNewest(
  known: readonly ChatMessage[],
  page: readonly ChatMessage[],
): readonly ChatMessage[] {
  const fresh = page.toReversed();
  const [first] = fresh;
  const last = known.at(-1);
  if (first === undefined) return known;
  if (last === undefined || first.position > last.position + 1) return fresh;
  const before = known.filter(({ position }) => position < first.position);
  return [...before, ...fresh].slice(-MESSAGES_MAX);
}

/** Adds an older page before those that are known. */
export function withOlder(
  known: readonly ChatMessage[],
  page: readonly ChatMessage[],
): readonly ChatMessage[] {
  const first = known[0]?.position ?? Number.POSITIVE_INFINITY;
  return [...page.toReversed().filter(({ position }) => position < first), ...known];
}

/**
 * Adds messages that were just said to a page.
 * @param page newest first @param said oldest first @returns null where some in between are not known
 */
export function withSaid(page: readonly ChatMessage[], said: ChatFrames["chat"]): ChatMessage[] | null {
  const newest = page[0]?.position ?? 0;
  const fresh = said.messages.filter(({ position }) => position > newest);
  const [first] = fresh;
  if (first === undefined ? said.upTo > newest : first.position > newest + 1) return null;
  return [...fresh.toReversed(), ...page].slice(0, MESSAGES_MAX);
}

/** Replaces changed messages. */
export function withChanged(
  known: readonly ChatMessage[],
  changed: readonly ChatMessage[],
): readonly ChatMessage[] {
  const byId = new Map(changed.map((message) => [message.id, message]));
  return known.map((message) => byId.get(message.id) ?? message);
}

/** How many messages somebody has not read. @param readUpTo the newest that they have */
export const unreadIn = (
  page: readonly ChatMessage[],
  {
    userId,
    readUpTo,
    ignored,
  }: {
    readonly userId: string;
    readonly readUpTo: number;
    readonly ignored: Readonly<Record<string, string>>;
  },
): number =>
  page.filter(
    (message) =>
      message.position > readUpTo &&
      message.type === "chat" &&
      message.userId !== userId &&
      !(message.userId in ignored),
  ).length;
