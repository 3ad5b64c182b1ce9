/**
 * Converts a date-and-time field, in the reader's zone, to an instant of the API.
 * @returns nothing for what is no instant
 * @example instantOf("2026-11-20T10:00") // "2026-11-20T10:00:00.000Z", in UTC
 */
export function instantOf(local: string): string | undefined {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
