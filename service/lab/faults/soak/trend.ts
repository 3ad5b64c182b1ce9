/** The readings at the end of a minute of a soak. */
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
  /** Rows left behind by updates, of all tables. */
  readonly deadRows: number;
  /** Events that the slowest read model is behind. */
  readonly lag: number;
  /** Time until the site accepted bets again after the kill, in milliseconds. */
  readonly backMs: number;
  /** Answered bets of the minute that the log lacks, or has at another position. */
  readonly missing: number;
}

/** Allowed rise over a whole soak: a share of the median, or a number if that is more. */
interface Bound {
  readonly share: number;
  readonly least: number;
}

/** The values that have to stay flat. A fall is allowed. */
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

/** Readings of the first minute are of a program that has just started. */
const WARM_READINGS = 1;
/** Fewest readings for a judgement: one bad minute of three would tilt a trend. */
const READINGS_MIN = 5;

/** The trend of a value over a soak. */
export interface Trend {
  readonly name: string;
  readonly median: number;
  /** For each reading. */
  readonly slope: number;
  /** The rise over the whole soak by the slope, and the allowed rise. */
  readonly rise: number;
  readonly riseMax: number;
  readonly isFlat: boolean;
}

/**
 * The median of the slopes between all pairs of values (Theil and Sen), which a few bad minutes do not tilt.
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

/** Judges the values that have to stay flat. @returns null when there are too few readings */
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
