import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "../features/all.ts";
import { Statements } from "../kernel/advance.ts";
import { projectionDigests } from "../kernel/rebuild/compare.ts";
import type { ShadowWorld } from "../kernel/rebuild/shadows.ts";
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

/** Waits of a second or so, such as those between attempts, take a tenth of their time; real time for all others. */
export const hurried: Scheduler = {
  after: (ms, work) => scheduler.after(ms < PATIENCE_MS ? ms / 10 : ms, work),
};

/** How long a test waits for a projector to get somewhere, in milliseconds; far longer than it ever takes. */
export const PATIENCE_MS = 30_000;

/** Read models under test, with what they wanted an operator to know, and the errors behind it. */
export type TestRuntime = ProjectionRuntime & { readonly troubles: string[]; readonly errors: Error[] };

let made = 0;

/** The read models of the product as one process has them. */
export function testRuntime(
  db: Database,
  options: Partial<Omit<RuntimeOptions, "onTrouble">> = {},
): TestRuntime {
  made += 1;
  const troubles: string[] = [];
  const errors: Error[] = [];
  const runtime = new ProjectionRuntime({
    db,
    projections: allProjections,
    types: eventTypes,
    scheduler,
    now: () => 0,
    owner: `process-${made}`,
    logId: 1,
    isTransient: () => false,
    ...options,
    onTrouble: (what, error) => {
      troubles.push(`${what}: ${error.message}`);
      errors.push(error);
    },
  });
  return Object.assign(runtime, { troubles, errors });
}

/** What building a shadow needs. */
export const shadowWorld = (db: Database): ShadowWorld => ({
  db,
  logId: 1,
  owner: "test",
  statements: new Statements(eventTypes),
});

/** The names of every projection of the product. */
export const allNames: readonly string[] = allProjections.map(({ name }) => name);

/** The digest of each read model as it is now, by name. */
export async function liveDigests(db: Database): Promise<Readonly<Record<string, string>>> {
  const rows = await db.query<{ name: string; generation: number }>(
    "select name, generation from projections where active",
  );
  const generations = rows.flatMap(({ name, generation }) =>
    allProjections
      .filter((projection) => projection.name === name)
      .map((projection) => ({ projection, generation })),
  );
  const digests = await projectionDigests(db, generations);
  return Object.fromEntries([...digests].map(([{ name }, { digest }]) => [name, digest]));
}
