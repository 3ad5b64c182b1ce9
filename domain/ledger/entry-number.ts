import { invariant } from "../kernel/invariant.ts";

/** An event has at most this many legs, so that one number identifies a leg. */
export const LEGS_MAX = 65_536;
/** The message for an event with more; built once, since every event passes it. */
export const TOO_MANY_LEGS = `an event has at most ${LEGS_MAX} legs`;
const LEG_BITS = 16;
/** The last position whose entries have a number that fits into 63 bits. */
const POSITION_MAX = 2 ** 47 - 1;
/** A number before which every entry stands. */
const END = String(2n ** 63n - 1n);

/** `entryNumber` as an expression of SQL over a position and a leg. */
export const entryNumberSql = (position: string, leg: string): string =>
  `(${position} * ${LEGS_MAX} + ${leg})`;

/** The position of the event that an entry belongs to, as an expression of SQL over the entry's number. */
export const positionOfEntrySql = (number: string): string => `(${number} >> ${LEG_BITS})`;

/** The leg that an entry belongs to, as an expression of SQL over the entry's number. */
export const legOfEntrySql = (number: string): string => `(${number} & ${LEGS_MAX - 1})::int`;

/**
 * The number of an entry; they rise along the log. A holding has the number of the entry that opened it: it follows
 * from the log, so that everybody gives it the same.
 * @param position of the event, and the leg of it that the entry belongs to
 */
export function entryNumber(position: number, leg: number): string {
  invariant(leg < LEGS_MAX, TOO_MANY_LEGS);
  const number = position * LEGS_MAX + leg;
  if (Number.isSafeInteger(number)) return String(number);
  return String(BigInt(position) * BigInt(LEGS_MAX) + BigInt(leg));
}

/** A place in the log that has an entry. */
export interface EntryPlace {
  readonly position: number;
  readonly leg: number;
}

/** By how much the number of a later entry is above that of an earlier one. */
export const entriesBetween = (first: EntryPlace, later: EntryPlace): number =>
  (later.position - first.position) * LEGS_MAX + later.leg - first.leg;

/** The least number that an entry at or after a place in the log can have; any place may be asked about. */
export function entryNumberFrom(position: number, leg = 0): string {
  if (position > POSITION_MAX) return END;
  return leg < LEGS_MAX ? entryNumber(position, leg) : entryNumberFrom(position + 1);
}
