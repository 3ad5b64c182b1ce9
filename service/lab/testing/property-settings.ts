import fc from "fast-check";

/**
 * How property tests run, from the environment: `PROPERTY_RUNS` runs of each property instead of its usual number, or
 * `PROPERTY_TIMES` times that number, `PROPERTY_SEED` to start from a seed that a failure printed, and with it
 * `PROPERTY_PATH` to go straight to the failed case.
 */
export interface PropertyEnvironment {
  readonly PROPERTY_RUNS?: string | undefined;
  readonly PROPERTY_TIMES?: string | undefined;
  readonly PROPERTY_SEED?: string | undefined;
  readonly PROPERTY_PATH?: string | undefined;
}

export interface PropertyUse {
  /** Runs of the property within `npm test`. */
  readonly runs: number;
  /** False if one run is so long that shrinking happens only on request. */
  readonly shrinks?: boolean;
}

/** How fast-check runs a property. */
export interface PropertySettings {
  readonly numRuns: number;
  readonly endOnFailure: boolean;
  readonly seed?: number;
  readonly path?: string;
}

/** Most runs, so that a run ends at some time. */
const RUNS_MAX = 1_000_000;
const TIMES_MAX = 1_000;

/**
 * The settings of one property. On failure fast-check prints seed and path:
 * `npm run test:properties -- --seed S` plays the same again.
 * @example await fc.assert(property, propertySettings({ runs: 20 }))
 */
export function propertySettings(
  use: PropertyUse,
  from: PropertyEnvironment = process.env,
): PropertySettings {
  const runs = wholeNumber("PROPERTY_RUNS", from.PROPERTY_RUNS);
  const times = wholeNumber("PROPERTY_TIMES", from.PROPERTY_TIMES) ?? 1;
  const seed = wholeNumber("PROPERTY_SEED", from.PROPERTY_SEED);
  if (runs !== null && (runs < 1 || runs > RUNS_MAX)) throw new Error(`PROPERTY_RUNS is 1 to ${RUNS_MAX}`);
  if (times < 1 || times > TIMES_MAX) throw new Error(`PROPERTY_TIMES is 1 to ${TIMES_MAX}`);
  return {
    numRuns: runs ?? use.runs * times,
    endOnFailure: use.shrinks === false,
    ...(seed === null ? {} : { seed }),
    ...(from.PROPERTY_PATH === undefined || from.PROPERTY_PATH === "" ? {} : { path: from.PROPERTY_PATH }),
  };
}

/** Time limit of a property's test: in proportion to its runs, at least a minute. */
export function propertyTimeoutMs(
  use: PropertyUse & { readonly msPerRun: number },
  from: PropertyEnvironment = process.env,
): number {
  const { numRuns } = propertySettings(use, from);
  return Math.max(60_000, numRuns * use.msPerRun);
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined || text === "") return null;
  if (!/^-?\d{1,15}$/.test(text)) throw new Error(`${name} is a whole number, and not "${text}"`);
  return Number(text);
}

// Loaded before every test file when a seed is given: properties without settings of their own follow it too.
const { seed, numRuns } = propertySettings({ runs: 0 });
if (seed !== undefined) fc.configureGlobal({ seed, ...(numRuns === 0 ? {} : { numRuns }) });
