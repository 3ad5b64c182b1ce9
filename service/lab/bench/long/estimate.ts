/** The server's disk space beside the databases: its log of changes, and its sorts. */
export const RESERVE_BYTES = 8e9;
const BYTES_PER_GB = 1e9;
const SECONDS_PER_MINUTE = 60;

/** A log that is being made: how many events it has and will have, and what was measured since it was begun. */
export interface Making {
  readonly made: number;
  readonly due: number;
  readonly seconds: number;
  /** By how much the database has grown. */
  readonly bytes: number;
  /** Free space on the disk. */
  readonly freeBytes: number;
}

/**
 * Why the disk does not hold the rest of a log, by the bytes an event has taken so far; null while it does.
 * @example roomProblem({ made: 1e6, due: 1e8, bytes: 1.2e9, freeBytes: 5e10, seconds: 60 }) // "A log of …"
 */
export function roomProblem({ made, due, bytes, freeBytes }: Making): string | null {
  if (made === 0) return freeBytes < RESERVE_BYTES ? shortOf(due, RESERVE_BYTES, freeBytes) : null;
  const needed = ((due - made) * bytes) / made + RESERVE_BYTES;
  if (needed <= freeBytes) return null;
  const fits = Math.max(0, Math.floor(made + ((freeBytes - RESERVE_BYTES) * made) / bytes));
  return `${shortOf(due, needed, freeBytes)} At ${Math.round(bytes / made)} bytes an event, ${count(fits)} fit.`;
}

const shortOf = (due: number, needed: number, free: number): string =>
  `A log of ${count(due)} events does not fit: ${gigabytes(needed)} GB are still needed, ${gigabytes(free)} GB are free.`;

/** How far a log is, how fast it grows, and when it will be done. */
export function progressLine({ made, due, seconds, bytes }: Making): string {
  const rate = made / seconds;
  const left = (due - made) / rate;
  const time =
    left < SECONDS_PER_MINUTE ? `${Math.ceil(left)} s` : `${Math.ceil(left / SECONDS_PER_MINUTE)} min`;
  return `${count(made)} of ${count(due)} events, ${count(rate)}/s, ${time} left, ${Math.round(bytes / made)} bytes an event`;
}

const count = (n: number): string => Math.round(n).toLocaleString("en");
const gigabytes = (bytes: number): string => (bytes / BYTES_PER_GB).toFixed(1);
