import type { EventTypes } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { Statements } from "./advance.ts";
import { createMissing } from "./checkpoints.ts";
import { type ProjectionsHealth, readHealth } from "./health.ts";
import type { ModelsRuntime } from "./models-runtime.ts";
import { type Projection, projectionsByName, type TableNames } from "./projection.ts";
import { Projector, type ProjectorOptions } from "./projector.ts";
import type { ReadModels } from "./read-models.ts";
import type { Comparison } from "./rebuild/compare.ts";
import { liveVersions, rebuild } from "./rebuild/rebuild.ts";
import { dropLeftOvers, type ShadowWorld } from "./rebuild/shadows.ts";
import { ModelReader } from "./replicas/model-reader.ts";
import type { ReplicaHealth } from "./replicas/replicas.ts";
import type { Database, Row, SqlValue } from "./sql.ts";

export interface RuntimeOptions
  extends Pick<ProjectorOptions, "db" | "logId" | "owner" | "scheduler" | "now" | "isTransient" | "copyOf"> {
  readonly projections: readonly Projection[];
  readonly types: EventTypes;
  /** Called with messages for the operator. */
  readonly onTrouble?: (what: string, error: Error) => void;
}

/** How often tables that were replaced are looked for. */
const CLEAN_UP_MS = 30_000;

/**
 * A process's read models: it follows the log into them, answers questions from them, and knows how far they are.
 * @example
 * const models = new ProjectionRuntime({ db, projections: allProjections, types: eventTypes, … });
 * await models.start();
 * const totals = await orderTotals(models.reaching(position, 500), customerId);
 */
export class ProjectionRuntime implements ModelsRuntime {
  readonly db: Database;
  /** The log's own database answers, or its failures say why not. */
  readonly trouble = null;
  readonly #options: RuntimeOptions;
  readonly #statements: Statements;
  readonly #reader: ModelReader;
  readonly #projector: Projector;
  #cancelCleanUp: (() => void) | null = null;

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.db = options.db;
    this.#statements = new Statements(options.types);
    const isCopy = options.copyOf !== undefined;
    this.#reader = new ModelReader({ ...options, isCopy, onAwaited: () => this.#projector.hurry() });
    this.#projector = new Projector({
      ...options,
      projections: projectionsByName(options.projections),
      statements: this.#statements,
      isAwaited: () => this.#reader.isAwaited,
      onCheckpoint: (checkpoint) => this.#reader.note(checkpoint.projection, checkpoint),
      onTrouble: (what, error) => options.onTrouble?.(what, error),
    });
  }

  /**
   * Builds anew what an older version built, and what is new in this one; makes the tables that are missing, takes the
   * leases that are free, and begins to follow the log.
   * @throws NewerVersionError when the read models belong to a newer program
   */
  async start(): Promise<void> {
    await this.#renewOutdated();
    await createMissing(this.#options.db, this.#options);
    await this.#projector.start();
    this.#cleanUpLater();
  }

  /** Ends after the step under way; others may take over at once. */
  async stop(): Promise<void> {
    this.#cancelCleanUp?.();
    this.#cancelCleanUp = null;
    await this.#projector.stop();
  }

  /** Says that the log may have grown. Cheap, and never waits. */
  wake(): void {
    this.#projector.wake();
  }

  subscriber(): ReplicaHealth | null {
    return null;
  }

  /** Where every projection stands against the log. */
  health(): Promise<ProjectionsHealth> {
    const names = this.#options.projections.map(({ name }) => name);
    return readHealth(this.#options.db, { names, logId: this.#options.logId });
  }

  /**
   * Waits until the named projections have passed a position, whichever process moves them; a position beyond the
   * head counts as the head.
   * @returns whether they have; false when the time was over first
   */
  whenReached(names: readonly string[], position: number, timeoutMs: number): Promise<boolean> {
    return this.#reader.whenReached(names, position, timeoutMs);
  }

  /** These read models, for queries that wait, bounded, until their tables have passed a position. */
  reaching(position: number, timeoutMs: number): ReadModels {
    return this.#reader.reaching(position, timeoutMs);
  }

  ask<R extends Row>(
    text: (table: TableNames) => string,
    values?: readonly SqlValue[],
  ): Promise<readonly R[]> {
    return this.#reader.ask<R>(text, values);
  }

  /**
   * Rebuilds projections beside the active ones, then replaces them: see `rebuild`.
   * @param onProgress hears of the position reached and the one to reach
   */
  async rebuild(
    names: readonly string[],
    onProgress?: (position: number, goal: number) => void,
  ): Promise<readonly Comparison[]> {
    const { db, logId, owner, projections } = this.#options;
    const wanted = projections.filter(({ name }) => names.includes(name));
    invariant(wanted.length === names.length, "every projection to rebuild is known");
    const world: ShadowWorld = {
      db,
      logId,
      owner,
      statements: this.#statements,
      ...(onProgress === undefined ? {} : { onProgress }),
    };
    const comparisons = await rebuild(world, wanted);
    this.#projector.refresh();
    return comparisons;
  }

  async #renewOutdated(): Promise<void> {
    const { db, projections } = this.#options;
    const versions = await liveVersions(db);
    const built = (projection: Projection): number => versions.get(projection.name) ?? projection.version;
    const newer = projections.find((projection) => built(projection) > projection.version);
    if (newer !== undefined) throw new NewerVersionError(newer);
    const older = projections.filter((projection) => built(projection) < projection.version);
    if (older.length > 0) await this.rebuild(older.map(({ name }) => name));
    const added = projections.filter(({ name }) => !versions.has(name));
    if (added.length > 0 && versions.size > 0) await this.#buildAdded(added.map(({ name }) => name));
  }

  /**
   * Builds read models that an upgrade brings, so that their first answers are of the whole log. If that fails, they
   * follow it from its beginning, and stop where they fail.
   */
  async #buildAdded(names: readonly string[]): Promise<void> {
    try {
      await this.rebuild(names);
    } catch (error) {
      this.#options.onTrouble?.(`${names.join(", ")} could not be built before the start`, error as Error);
    }
  }

  #cleanUpLater(): void {
    const { db, scheduler, onTrouble } = this.#options;
    this.#cancelCleanUp = scheduler.after(CLEAN_UP_MS, () => {
      void dropLeftOvers(db)
        .catch((error: unknown) => onTrouble?.("tables that were replaced are still there", error as Error))
        .finally(() => {
          if (this.#cancelCleanUp !== null) this.#cleanUpLater();
        });
    });
  }
}

/** The read models were built by a newer program: this one would misread them. */
export class NewerVersionError extends Error {
  override readonly name = "NewerVersionError";

  constructor({ name, version }: Projection) {
    super(
      `The read model ${name} was built by a newer program; this one knows only up to version ${version}.`,
    );
  }
}
