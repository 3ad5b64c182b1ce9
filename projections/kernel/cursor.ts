/** A cursor that this program never gave out. */
export class BadCursorError extends Error {
  override readonly name = "BadCursorError";

  constructor() {
    super("This cursor is not valid.");
  }
}

const CURSOR = /^p([0-9a-z]{1,11})$/;
const RADIX = 36;

/** Encodes where a list continues as an opaque text. @param place a position or block number */
export const cursorAt = (place: number): string => `p${place.toString(RADIX)}`;

/** The cursor after a row, by the column that orders the list. @example cursorBy("requested_position") */
export const cursorBy =
  <C extends string>(column: C) =>
  (row: { readonly [_ in C]: bigint }): string =>
    cursorAt(Number(row[column]));

/**
 * Decodes where a list continues; without a cursor, from its newest item.
 * @throws BadCursorError on text that `cursorAt` never wrote
 */
export function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const place = Number.parseInt(CURSOR.exec(cursor)?.[1] ?? "", RADIX);
  if (!Number.isSafeInteger(place) || place < 1 || cursorAt(place) !== cursor) throw new BadCursorError();
  return place;
}

const PAIR = /^p([0-9a-z]{1,11})\.([0-9a-z]{1,6})$/;

/** Encodes a cursor of two numbers, such as for the legs of events. */
export const cursorAtPair = (first: number, second: number): string =>
  `${cursorAt(first)}.${second.toString(RADIX)}`;

/**
 * Decodes such a cursor; without one, from the newest item.
 * @throws BadCursorError on text that `cursorAtPair` never wrote
 */
export function pairOf(cursor: string | undefined): readonly [first: number, second: number] {
  if (cursor === undefined) return [Number.MAX_SAFE_INTEGER, 0];
  const [, first = "", second = ""] = PAIR.exec(cursor) ?? [];
  const pair = [Number.parseInt(first, RADIX), Number.parseInt(second, RADIX)] as const;
  if (!Number.isSafeInteger(pair[0]) || cursorAtPair(...pair) !== cursor) throw new BadCursorError();
  return pair;
}
