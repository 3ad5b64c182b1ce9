/** What was read at the end of a minute of a soak. */
export interface Reading {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the service, in megabytes. */
  readonly residentMb: number;
  readonly heapMb: number;
  /** File handles of the service, and of every process of the database server. */
  readonly serviceHandles: number;
  readonly postgresHandles: number;
  /** Of tables and of indexes, for each event of the log. */
  readonly tableBytes: number;
  readonly indexBytes: number;
  /** Rows that are left behind by updates, of all tables. */
  readonly deadRows: number;
  /** Events that the slowest read model has yet to follow. */
  readonly lag: number;
  /** How long the site took to take bets again after the kill, in milliseconds. */
  readonly backMs: number;
  /** Answered bets of the minute that the log lacks, or has elsewhere than told. */
  readonly missing: number;
}

/** How much something may rise over a whole soak: by a share of its median, or by a number where that is more. */
interface Bound {
  readonly share: number;
  readonly least: number;
}

/** What has to stay flat. A rise is judged, not a fall. */
export const BOUNDS = {
  p99: { share: 0.5, least: 50 },
  residentMb: { share: 0.15, least: 40 },
  heapMb: { share: 0.25, least: 40 },
  serviceHandles: { share: 0.1, least: 10 },
  postgresHandles: { share: 0.2, least: 100 },
  tableBytes: { share: 0.05, least: 50 },
  indexBytes: { share: 0.1, least: 50 },
  deadRows: { share: 0.5, least: 50_000 },
  lag: { share: 0.5, least: 2_000 },
  backMs: { share: 0.5, least: 3_000 },
} as const satisfies Partial<Record<keyof Reading, Bound>>;

/** Readings of the first minute are of a program that has just begun. */
const WARM_READINGS = 1;
/** With fewer readings than this nothing is said of a trend: one bad minute of three tilts it. */
const READINGS_MIN = 5;

/** How something went over a soak. */
export interface Trend {
  readonly name: string;
  readonly median: number;
  /** For each reading. */
  readonly slope: number;
  /** What the slope comes to over the whole soak, and the most that it may. */
  readonly rise: number;
  readonly riseMax: number;
  readonly isFlat: boolean;
}

/**
 * The median of the slopes between all pairs of values (Theil and Sen): a few minutes that went badly do not tilt it.
 * @example slopeOf([1, 2, 3, 100, 5]) // 1
 */
export function slopeOf(values: readonly number[]): number {
  const slopes: number[] = [];
  for (let i = 0; i < values.length; i += 1)
    for (let j = i + 1; j < values.length; j += 1)
      slopes.push(((values[j] ?? 0) - (values[i] ?? 0)) / (j - i));
  return slopes.length === 0 ? 0 : medianOf(slopes);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** Judges what has to stay flat. @returns null when there are too few readings */
export function trendsOf(readings: readonly Reading[]): Trend[] | null {
  const warm = readings.slice(WARM_READINGS);
  if (warm.length < READINGS_MIN) return null;
  const names = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[];
  return names.map((name) => {
    const values = warm.map((reading) => reading[name]);
    const median = medianOf(values);
    const slope = slopeOf(values);
    const rise = slope * (values.length - 1);
    const riseMax = Math.max(BOUNDS[name].least, BOUNDS[name].share * median);
    return { name, median, slope, rise, riseMax, isFlat: rise <= riseMax };
  });
}
