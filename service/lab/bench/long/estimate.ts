/** The server's disk space beside the databases: its write-ahead log, and its sorts. */
export const RESERVE_BYTES = 8e9;
const BYTES_PER_GB = 1e9;
const SECONDS_PER_MINUTE = 60;

/** A log in the making: its present and final number of events, and measurements since the start. */
export interface Making {
  readonly made: number;
  readonly due: number;
  readonly seconds: number;
  /** Growth of the database. */
  readonly bytes: number;
  /** Free space on the disk. */
  readonly freeBytes: number;
}

/**
 * Why the disk cannot hold the rest of a log, at the bytes per event so far; null while it can.
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

/** The progress of a log, its rate, and the time left. */
export function progressLine({ made, due, seconds, bytes }: Making): string {
  const rate = made / seconds;
  const left = (due - made) / rate;
  const time =
    left < SECONDS_PER_MINUTE ? `${Math.ceil(left)} s` : `${Math.ceil(left / SECONDS_PER_MINUTE)} min`;
  return `${count(made)} of ${count(due)} events, ${count(rate)}/s, ${time} left, ${Math.round(bytes / made)} bytes an event`;
}

const count = (n: number): string => Math.round(n).toLocaleString("en");
const gigabytes = (bytes: number): string => (bytes / BYTES_PER_GB).toFixed(1);
