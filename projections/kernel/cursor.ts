/** A cursor that this program never gave out. */
export class BadCursorError extends Error {
  override readonly name = "BadCursorError";

  constructor() {
    super("This cursor is not valid.");
  }
}

const CURSOR = /^p([0-9a-z]{1,11})$/;
const RADIX = 36;

/** Writes where a list goes on as text that callers hand back unread. @param place a position or block number */
export const cursorAt = (place: number): string => `p${place.toString(RADIX)}`;

/**
 * Reads where a list goes on; without a cursor, from its newest item.
 * @throws BadCursorError on text that `cursorAt` never wrote
 */
export function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const place = Number.parseInt(CURSOR.exec(cursor)?.[1] ?? "", RADIX);
  if (!Number.isSafeInteger(place) || place < 1 || cursorAt(place) !== cursor) throw new BadCursorError();
  return place;
}

const PAIR = /^p([0-9a-z]{1,11})\.([0-9a-z]{1,6})$/;

/** Writes where a list of things that have two numbers goes on, such as the legs of events. */
export const cursorAtPair = (first: number, second: number): string =>
  `${cursorAt(first)}.${second.toString(RADIX)}`;

/**
 * Reads where such a list goes on; without a cursor, from its newest item.
 * @throws BadCursorError on text that `cursorAtPair` never wrote
 */
export function pairOf(cursor: string | undefined): readonly [first: number, second: number] {
  if (cursor === undefined) return [Number.MAX_SAFE_INTEGER, 0];
  const [, first = "", second = ""] = PAIR.exec(cursor) ?? [];
  const pair = [Number.parseInt(first, RADIX), Number.parseInt(second, RADIX)] as const;
  if (!Number.isSafeInteger(pair[0]) || cursorAtPair(...pair) !== cursor) throw new BadCursorError();
  return pair;
}
