import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "../all.ts";
import { Statements } from "../kernel/advance.ts";
import { projectionDigests } from "../kernel/compare.ts";
import { ProjectionRuntime, type RuntimeOptions } from "../kernel/runtime.ts";
import type { Scheduler } from "../kernel/scheduler.ts";
import type { ShadowWorld } from "../kernel/shadows.ts";
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

/** Read models under test, with what they wanted an operator to know, and what of it is no passing trouble. */
export type TestRuntime = ProjectionRuntime & { readonly troubles: string[]; readonly faults: string[] };

let made = 0;

/** The read models of the product as one process has them. */
export function testRuntime(db: Database, options: Partial<RuntimeOptions> = {}): TestRuntime {
  made += 1;
  const troubles: string[] = [];
  const faults: string[] = [];
  const isTransient = options.isTransient ?? (() => false);
  const runtime = new ProjectionRuntime({
    db,
    projections: allProjections,
    types: eventTypes,
    scheduler,
    owner: `process-${made}`,
    logId: 1,
    onTrouble: (what, error) => {
      troubles.push(`${what}: ${error.message}`);
      if (!isTransient(error)) faults.push(`${what}: ${error.message}`);
    },
    ...options,
    isTransient,
  });
  return Object.assign(runtime, { troubles, faults });
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
