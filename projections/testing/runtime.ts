import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "../all.ts";
import { ProjectionRuntime, type RuntimeOptions } from "../kernel/runtime.ts";
import type { Scheduler } from "../kernel/scheduler.ts";
import type { Database } from "../kernel/sql.ts";

declare const setTimeout: (work: () => void, ms: number) => number;
declare const clearTimeout: (timer: number) => void;

/** Real time. */
export const scheduler: Scheduler = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** How long a test waits for a projector to get somewhere, in milliseconds; far longer than it ever takes. */
export const PATIENCE_MS = 30_000;

let made = 0;

/** The read models of the product as one process has them. What goes wrong is kept in `troubles`. */
export function testRuntime(
  db: Database,
  options: Partial<RuntimeOptions> = {},
): ProjectionRuntime & { readonly troubles: readonly string[] } {
  made += 1;
  const troubles: string[] = [];
  const runtime = new ProjectionRuntime({
    db,
    projections: allProjections,
    types: eventTypes,
    scheduler,
    owner: `process-${made}`,
    logId: 1,
    isTransient: () => false,
    onTrouble: (what, error) => troubles.push(`${what}: ${error.message}`),
    ...options,
  });
  return Object.assign(runtime, { troubles });
}

/** The names of every projection of the product. */
export const allNames: readonly string[] = allProjections.map(({ name }) => name);
