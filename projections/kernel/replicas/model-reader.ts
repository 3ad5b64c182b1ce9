import { invariant } from "#domain/kernel/invariant.ts";
import { type Projection, projectionsByName, type TableNames } from "../projection.ts";
import type { ReadModels } from "../read-models.ts";
import { pause, type Scheduler } from "../scheduler.ts";
import { arrayLiteral, type Database, type Row, type SqlValue, sqlStateOf } from "../sql.ts";
import { tableNames } from "../tables.ts";
import { type Reached, Waiters } from "./waiters.ts";

export interface ModelReaderOptions {
  readonly db: Database;
  readonly projections: readonly Projection[];
  readonly scheduler: Scheduler;
  readonly logId: number;
  /** Whether the database copies another one: its head is then not the head of the log. */
  readonly isCopy?: boolean;
  /** Hears that somebody has begun to wait. */
  readonly onAwaited?: () => void;
}

/** How often other processes' checkpoints are polled while somebody waits for them. */
const WAIT_POLL_MIN_MS = 10;
const WAIT_POLL_MAX_MS = 100;

/** A table that is not there: it was replaced and dropped since its name was last looked up. */
const UNDEFINED_TABLE = "42P01";

/** Answers questions from read models, and knows how far each of them is and where its tables are. */
export class ModelReader implements ReadModels {
  readonly #options: ModelReaderOptions;
  readonly #projections: ReadonlyMap<string, Projection>;
  /** Which projection each table belongs to. */
  readonly #owners = new Map<string, Projection>();
  readonly #waiters = new Waiters();
  #polling: Promise<void> | null = null;

  constructor(options: ModelReaderOptions) {
    this.#options = options;
    this.#projections = projectionsByName(options.projections);
    for (const projection of options.projections) {
      for (const table of Object.keys(projection.tables)) this.#owners.set(table, projection);
    }
  }

  /** Notes where a projection stands and where its tables are. */
  note({ name }: Projection, reached: Reached): void {
    this.#waiters.note(name, reached);
  }

  /** Waits until the named projections have passed a position or the head: see `ProjectionRuntime.whenReached`. */
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
        resolve(false);
      });
      this.#pollWhileAwaited();
      this.#options.onAwaited?.();
    });
  }

  /** Whether somebody waits for a position. */
  get isAwaited(): boolean {
    return !this.#waiters.isEmpty;
  }

  /** The same read models, for queries that wait, bounded, until their tables have passed a position. */
  reaching(position: number, timeoutMs: number): ReadModels {
    if (position === 0) return this;
    return {
      ask: async <R extends Row>(text: (table: TableNames) => string, values?: readonly SqlValue[]) => {
        await this.whenShown(text, position, timeoutMs);
        return this.ask<R>(text, values);
      },
    };
  }

  /** Waits until the tables that a question asks have passed a position. @returns whether they have */
  whenShown(text: (table: TableNames) => string, position: number, timeoutMs: number): Promise<boolean> {
    const names = new Set<string>();
    text((table) => {
      names.add(this.#ownerOf(table).name);
      return table;
    });
    return this.whenReached([...names], position, timeoutMs);
  }

  async ask<R extends Row>(
    text: (table: TableNames) => string,
    values?: readonly SqlValue[],
  ): Promise<readonly R[]> {
    try {
      return await this.#options.db.query<R>(text(this.#names), values);
    } catch (error) {
      if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
      await this.readCheckpoints();
      return this.#options.db.query<R>(text(this.#names), values);
    }
  }

  /** Reads all positions, whichever process moves them. */
  async readCheckpoints(): Promise<void> {
    const { db, logId, projections } = this.#options;
    const release = this.#waiters.lookingUp();
    const rows = await db.run<CheckpointRow>({
      name: "read_checkpoints",
      text: `select p.name, p.generation, p.position, h.position as head
        from projections p join log_heads h on h.log_id = p.log_id
          join unnest($2::text[], $3::int[]) as known(name, version)
            on known.name = p.name and known.version = p.version
        where p.active and p.log_id = $1::int`,
      values: [
        logId,
        arrayLiteral(projections.map(({ name }) => name)),
        arrayLiteral(projections.map(({ version }) => version)),
      ],
    });
    for (const { name, generation, position } of rows) {
      const projection = this.#projections.get(name);
      if (projection !== undefined) this.note(projection, { generation, position: Number(position) });
    }
    if (this.#options.isCopy !== true) release(Number(rows[0]?.head ?? 0n));
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
      // While the database is briefly down, waiters run into their time limit.
      await this.readCheckpoints().catch(() => {});
    }
  }
}

interface CheckpointRow extends Row {
  readonly name: string;
  readonly generation: number;
  readonly position: bigint;
  readonly head: bigint;
}
