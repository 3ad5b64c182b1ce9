import { invariant } from "#domain/kernel/invariant.ts";
import { type EventTypes, Statements } from "./advance.ts";
import { type Checkpoint, createMissing } from "./checkpoints.ts";
import { type ProjectionsHealth, readHealth } from "./health.ts";
import { type Projection, projectionsByName, type TableNames } from "./projection.ts";
import { Projector } from "./projector.ts";
import type { ReadModels } from "./read-models.ts";
import { pause, type Scheduler } from "./scheduler.ts";
import { arrayLiteral, type Database, type Row, type SqlValue } from "./sql.ts";
import { tableNames } from "./tables.ts";
import { Waiters } from "./waiters.ts";

export interface RuntimeOptions {
  readonly db: Database;
  readonly projections: readonly Projection[];
  readonly types: EventTypes;
  readonly scheduler: Scheduler;
  /** An id of this process, unlike that of any other, now or before. */
  readonly owner: string;
  readonly logId: number;
  /** Whether a failure may pass by itself: the connection was lost, a lock was taken, the database is starting. */
  readonly isTransient: (error: unknown) => boolean;
  /** Hears of what an operator should know. */
  readonly onTrouble?: (what: string, error: Error) => void;
}

/** How often checkpoints that another process moves are looked at while somebody waits for them. */
const WAIT_POLL_MIN_MS = 10;
const WAIT_POLL_MAX_MS = 100;

/** A table that is not there: it was replaced and dropped since its name was last looked up. */
const UNDEFINED_TABLE = "42P01";

/**
 * A process's read models: it follows the log into them, answers questions from them, and knows how far they are.
 * @example
 * const models = new ProjectionRuntime({ db, projections: allProjections, types: eventTypes, … });
 * await models.start();
 * const stats = await playerStats(models.reaching(position, 500), playerId);
 */
export class ProjectionRuntime implements ReadModels {
  readonly #options: RuntimeOptions;
  readonly #projections: ReadonlyMap<string, Projection>;
  /** Which projection each table belongs to. */
  readonly #owners = new Map<string, Projection>();
  readonly #waiters = new Waiters();
  readonly #projector: Projector;
  #polling: Promise<void> | null = null;

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#projections = projectionsByName(options.projections);
    for (const projection of options.projections) {
      for (const table of Object.keys(projection.tables)) this.#owners.set(table, projection);
    }
    this.#projector = new Projector({
      ...options,
      projections: this.#projections,
      statements: new Statements(options.types),
      onCheckpoint: (checkpoint) => this.#note(checkpoint),
      onTrouble: options.onTrouble ?? (() => {}),
    });
  }

  /** Makes the tables that are missing, takes the leases that are free, and begins to follow the log. */
  async start(): Promise<void> {
    await createMissing(this.#options.db, this.#options);
    await this.#projector.start();
  }

  /** Ends after the step under way; others may take over at once. */
  stop(): Promise<void> {
    return this.#projector.stop();
  }

  /** Says that the log may have grown. Cheap, and never waits. */
  wake(): void {
    this.#projector.wake();
  }

  /** Where every projection stands against the log. */
  health(): Promise<ProjectionsHealth> {
    return readHealth(this.#options.db, { names: [...this.#projections.keys()], logId: this.#options.logId });
  }

  /**
   * Waits until the named projections have passed a position, whichever process moves them; a position beyond the
   * head counts as the head.
   * @returns whether they have; false when the time was over first
   */
  async whenReached(names: readonly string[], position: number, timeoutMs: number): Promise<boolean> {
    invariant(
      names.every((name) => this.#projections.has(name)),
      "every projection waited for is known",
    );
    if (this.#waiters.havePassed(names, position)) return true;
    return new Promise<boolean>((resolve) => {
      const giveUp = this.#waiters.add(names, position, () => {
        cancel();
        resolve(true);
      });
      const cancel = this.#options.scheduler.after(timeoutMs, () => {
        giveUp();
        resolve(this.#waiters.havePassed(names, position));
      });
      this.#pollWhileAwaited();
    });
  }

  /** These read models, for questions that wait, bounded, until the tables they ask have passed a position. */
  reaching(position: number, timeoutMs: number): ReadModels {
    return {
      ask: async <R extends Row>(text: (table: TableNames) => string, values?: readonly SqlValue[]) => {
        const names = new Set<string>();
        text((table) => {
          names.add(this.#ownerOf(table).name);
          return table;
        });
        await this.whenReached([...names], position, timeoutMs);
        return this.ask<R>(text, values);
      },
    };
  }

  async ask<R extends Row>(
    text: (table: TableNames) => string,
    values?: readonly SqlValue[],
  ): Promise<readonly R[]> {
    try {
      return await this.#options.db.query<R>(text(this.#names), values);
    } catch (error) {
      if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
      await this.#readCheckpoints();
      return this.#options.db.query<R>(text(this.#names), values);
    }
  }

  readonly #names: TableNames = (table) => {
    const projection = this.#ownerOf(table);
    const reached = this.#waiters.get(projection.name);
    invariant(reached !== undefined, `${projection.name} was looked up before it is asked`);
    return tableNames(projection, reached.generation)(table);
  };

  #ownerOf(table: string): Projection {
    const projection = this.#owners.get(table);
    invariant(projection !== undefined, `a projection has a table ${table}`);
    return projection;
  }

  #note({
    projection,
    generation,
    position,
  }: Pick<Checkpoint, "projection" | "generation" | "position">): void {
    this.#waiters.note(projection.name, { generation, position });
  }

  /** Checkpoints that this process moves are known at once; those of others are looked up while somebody waits. */
  #pollWhileAwaited(): void {
    this.#polling ??= this.#pollUntilNobodyWaits().finally(() => {
      this.#polling = null;
      if (!this.#waiters.isEmpty) this.#pollWhileAwaited();
    });
  }

  async #pollUntilNobodyWaits(): Promise<void> {
    for (let ms = WAIT_POLL_MIN_MS; ; ms = Math.min(ms * 2, WAIT_POLL_MAX_MS)) {
      await pause(this.#options.scheduler, ms);
      if (this.#waiters.isEmpty) return;
      // A database that is away for a moment leaves those who wait to their time limit.
      await this.#readCheckpoints().catch(() => {});
    }
  }

  async #readCheckpoints(): Promise<void> {
    const { db, logId } = this.#options;
    const rows = await db.run<CheckpointRow>({
      name: "read_checkpoints",
      text: `select p.name, p.generation, p.position, h.position as head
        from projections p join log_heads h on h.log_id = p.log_id
        where p.active and p.log_id = $1::int and p.name = any ($2::text[])`,
      values: [logId, arrayLiteral([...this.#projections.keys()])],
    });
    for (const { name, generation, position } of rows) {
      const projection = this.#projections.get(name);
      if (projection !== undefined) this.#note({ projection, generation, position: Number(position) });
    }
    this.#waiters.release(Number(rows[0]?.head ?? 0n));
  }
}

interface CheckpointRow extends Row {
  readonly name: string;
  readonly generation: number;
  readonly position: bigint;
  readonly head: bigint;
}

function sqlStateOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
