/** How many events a step may take: at first, and at most while steps are fast. */
interface StepEvents {
  readonly usual: number;
  readonly most: number;
}

/** PGlite blocks the whole process while it works, so there a step is short. */
export const STEP_EVENTS: Readonly<Record<"postgres" | "pglite", StepEvents>> = {
  postgres: { usual: 20_000, most: 160_000 },
  pglite: { usual: 250, most: 250 },
};

/** After a full step that took less, in milliseconds, the next one may take twice as many events. */
const SHORT_MS = 2_000;
/** After a step that took longer, the next one is halved: readers see the events of a step only once it ends. */
const LONG_MS = 5_000;
/** Slowness alone never makes a step shorter than this. */
const SLOW_EVENTS_MIN = 1_000;

interface TakenStep {
  /** How many events it was allowed to take, and how many it took. */
  readonly allowed: number;
  readonly taken: number;
  readonly tookMs: number;
}

/**
 * How many events the next step may take. A step changes a row once for all of its events, so that long ones take less
 * for each event. Only a step that was full says anything of longer ones.
 */
export function nextStepEvents({ allowed, taken, tookMs }: TakenStep, { usual, most }: StepEvents): number {
  if (tookMs > LONG_MS) return Math.min(allowed, Math.max(Math.ceil(allowed / 2), SLOW_EVENTS_MIN));
  if (allowed < usual) return Math.min(allowed * 2, usual);
  const mayGrow = taken >= allowed && tookMs < SHORT_MS;
  return mayGrow ? Math.min(allowed * 2, most) : allowed;
}
