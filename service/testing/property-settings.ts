import type { Parameters } from "fast-check";

/**
 * How the property tests run, from the environment: `FC_RUNS` runs of each property instead of its usual number,
 * `FC_SEED` to begin from a seed that a failure printed, and `FC_PATH` with it to go straight to the failing case.
 */
export interface PropertyEnvironment {
  readonly FC_RUNS?: string | undefined;
  readonly FC_SEED?: string | undefined;
  readonly FC_PATH?: string | undefined;
}

export interface PropertyUse {
  /** Runs of the property within `npm test`. */
  readonly runs: number;
  /** False where one run takes so long that looking for a smaller failing case is left to whoever asks for it. */
  readonly shrinks?: boolean;
}

/** A run that is asked for by the thousand still ends at some time. */
const RUNS_MAX = 1_000_000;

/**
 * The settings of one property. On failure fast-check prints seed and path:
 * `npm run test:properties -- --seed S` plays the same again.
 * @example await fc.assert(property, propertySettings({ runs: 20 }))
 */
export function propertySettings(use: PropertyUse, from: PropertyEnvironment = process.env): Parameters {
  const runs = wholeNumber("FC_RUNS", from.FC_RUNS);
  const seed = wholeNumber("FC_SEED", from.FC_SEED);
  if (runs !== null && (runs < 1 || runs > RUNS_MAX)) throw new Error(`FC_RUNS is 1 to ${RUNS_MAX}`);
  return {
    numRuns: runs ?? use.runs,
    endOnFailure: use.shrinks === false,
    ...(seed === null ? {} : { seed }),
    ...(from.FC_PATH === undefined || from.FC_PATH === "" ? {} : { path: from.FC_PATH }),
  };
}

/** How long a test of a property may take: in proportion to its runs, and never less than a minute. */
export function propertyTimeoutMs(
  use: PropertyUse & { readonly msPerRun: number },
  from: PropertyEnvironment = process.env,
): number {
  const { numRuns = use.runs } = propertySettings(use, from);
  return Math.max(60_000, numRuns * use.msPerRun);
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined || text === "") return null;
  if (!/^-?\d{1,10}$/.test(text)) throw new Error(`${name} is a whole number, and not "${text}"`);
  return Number(text);
}
