import { invariant } from "../kernel/invariant.ts";

/** An event has fewer legs than this, so that one number tells a leg from every other. */
const LEGS_MAX = 65_536;

/** `holdingNumber` as an expression of SQL over a position and a leg. */
export const holdingNumberSql = (position: string, leg: string): string =>
  `(${position} * ${LEGS_MAX} + ${leg})`;

/**
 * The number of the holding that an entry opens. It follows from the log, so that everybody gives it the same.
 * @param position of the event, and the leg of it that is the first to move this asset at this account
 */
export function holdingNumber(position: number, leg: number): string {
  invariant(leg < LEGS_MAX, `an event has fewer than ${LEGS_MAX} legs`);
  return String(BigInt(position) * BigInt(LEGS_MAX) + BigInt(leg));
}
