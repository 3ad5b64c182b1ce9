import { randomUUID } from "node:crypto";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections, besideLog } from "#projections/features/all.ts";
import type { ModelsRuntime } from "#projections/kernel/models-runtime.ts";
import { ProjectionRuntime } from "#projections/kernel/runtime.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { SubscriberRuntime } from "#projections/kernel/subscriber/subscriber-runtime.ts";
import type { Config } from "#service/config.ts";
import { prepareDatabase } from "#service/databases.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { classify } from "#service/db/errors.ts";
import { laterPostgres } from "#service/db/postgres/postgres.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { assertFollows, demandSubscription, NotFollowingError } from "#service/db/subscriber/follows.ts";
import { publishedWith } from "#service/db/subscriber/published.ts";
import { limitRights } from "#service/db/subscriber/subscribe.ts";

/** What a database with the read models gets of the log's own. */
export const published = publishedWith(besideLog);

/** Maximum duration of a query or a projector step at the subscriber, in milliseconds. */
const STATEMENT_MAX_MS = 30_000;

export interface ReadsOptions {
  readonly db: OpenDatabase;
  readonly scheduler: Scheduler;
  /** The newest position of the log that this process knows. */
  readonly head: () => number;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** A process's read models: in the log's database, or in the one that the settings name for them. */
export function openReads(
  { logId, readModelsUrl }: Pick<Config, "logId" | "readModelsUrl">,
  { db, scheduler, head, onTrouble }: ReadsOptions,
): { readonly reads: ModelsRuntime; readonly close: () => Promise<void> } {
  const common = {
    projections: allProjections,
    types: eventTypes,
    owner: randomUUID(),
    now: () => performance.now(),
    isTransient: (error: unknown) => classify(error) === "retry",
    ...{ scheduler, logId, onTrouble },
  };
  if (readModelsUrl === null)
    return { reads: new ProjectionRuntime({ ...common, db }), close: async () => {} };
  const subscriber = laterPostgres(readModelsUrl, {
    applicationName: "florin read models",
    statementTimeoutMs: STATEMENT_MAX_MS,
    role: serviceRole,
  });
  const reads = new SubscriberRuntime({
    ...common,
    db: subscriber,
    primary: db,
    name: new URL(readModelsUrl).host,
    beside: besideLog,
    head,
    prepare: async () => {
      await prepareSubscriber(readModelsUrl, (owner) => demandSubscription(owner, published));
      await assertFollows({ subscriber, primary: db, logId, published });
    },
  });
  return { reads, close: () => subscriber.close() };
}

/**
 * Brings the schema and the rights of a subscriber up to date.
 * @param demand throws if the database is no subscriber: in another one, the service would lose its rights to write
 */
export async function prepareSubscriber(
  url: string,
  demand: (owner: OpenDatabase) => Promise<unknown>,
): Promise<void> {
  const owner = laterPostgres(url, { poolSize: 1 });
  try {
    await demand(owner);
    if (!(await prepareDatabase(url)))
      throw new NotFollowingError(
        `READ_MODELS_URL: its user may not take on the role ${serviceRole}: grant ${serviceRole} to it`,
      );
    await limitRights(owner, published);
  } finally {
    await owner.close();
  }
}
