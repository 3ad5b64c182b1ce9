import type { Projection, TableNames } from "../projection.ts";
import type { ReadModels } from "../read-models.ts";
import { pause, type Scheduler } from "../scheduler.ts";
import { type Database, type Row, type SqlValue, tookTooLong } from "../sql.ts";
import { ModelReader } from "./model-reader.ts";
import { LAG_MAX_MS, ReplicaState, replicaFor } from "./replica-state.ts";

/** How often each replica is looked at, and how long it may take to answer that, in milliseconds. */
export const LOOK_EVERY_MS = 500;
const LOOK_MAX_MS = 1_000;
/** When the primary is asked once more for a block that it does not show, in milliseconds. */
const BLOCK_AGAIN_MS = 100;
/** How long a query waits for a replica to catch up before it goes to the primary, in milliseconds. */
export const REPLICA_WAIT_MS = 100;

/** A server that copies the primary, under the name by which operators know it. */
export interface ReplicaServer {
  readonly name: string;
  readonly db: Database;
}

export interface ReplicasOptions {
  readonly servers: readonly ReplicaServer[];
  readonly primary: Database;
  readonly projections: readonly Projection[];
  readonly scheduler: Scheduler;
  readonly logId: number;
  /** The time, in milliseconds; it may begin anywhere. */
  readonly clock: () => number;
  /** Where the log ends as far as this process knows. */
  readonly head: () => number;
  /** Whether the same question may succeed elsewhere, or later. */
  readonly isTransient: (error: unknown) => boolean;
  /** The factor by which limits are longer where nothing else answers. */
  readonly patience?: number;
  /** Hears which replica is left out and why, and which is taken back. */
  readonly onChange?: (name: string, isUsed: boolean, reason: string) => void;
}

/** How one replica stands. */
export interface ReplicaHealth {
  readonly name: string;
  readonly isUsed: boolean;
  readonly lagEvents: number;
  readonly lagMs: number;
  readonly questions: number;
  readonly fallbacks: number;
}

/** What a query has to include, who asks, and the fallback. */
export interface Asking {
  readonly key: string;
  /** The position that the answer has to include; 0 for none. */
  readonly position: number;
  readonly primary: ReadModels;
}

/** Sends queries to replicas, and to the primary if none is recent enough. */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #all: readonly Replica[];

  constructor(options: ReplicasOptions) {
    this.#options = options;
    this.#all = options.servers.map((server) => new Replica(server, options));
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Begins to look at them. Startup does not depend on reaching any. */
  start(): void {
    for (const replica of this.#all) replica.start();
  }

  /** Ends looking at them. */
  stop(): void {
    for (const replica of this.#all) replica.stop();
  }

  health(): readonly ReplicaHealth[] {
    return this.#all.map((replica) => replica.health());
  }

  /** The read models for one person's questions. */
  models({ key, position, primary }: Asking): ReadModels {
    const { head } = this.#options;
    return {
      ask: async <R extends Row>(text: (table: TableNames) => string, values?: readonly SqlValue[]) => {
        const replica = replicaFor(
          key,
          this.#all.filter(({ isUsed }) => isUsed),
        );
        // A position unknown to this process may be beyond the head: only the primary knows.
        const isKnown = position <= head();
        const answer = isKnown ? await replica?.ask<R>(text, values, position) : undefined;
        return answer ?? primary.ask<R>(text, values);
      },
    };
  }
}

class Replica {
  readonly #name: string;
  readonly #db: Database;
  readonly #options: ReplicasOptions;
  readonly #reader: ModelReader;
  readonly #state: ReplicaState;
  /** Queries under way: released when the replica is excluded. */
  readonly #waiting = new Set<() => void>();
  #questions = 0;
  #fallbacks = 0;
  #runs = false;

  constructor({ name, db }: ReplicaServer, options: ReplicasOptions) {
    this.#name = name;
    this.#db = db;
    this.#options = options;
    this.#reader = new ModelReader({ ...options, db, isCopy: true });
    this.#state = new ReplicaState(LAG_MAX_MS * (options.patience ?? 1));
  }

  get isUsed(): boolean {
    return this.#state.isUsed;
  }

  health(): ReplicaHealth {
    const { isUsed, lagEvents } = this.#state;
    const lagMs = this.#state.lagMs(this.#options.clock());
    return {
      name: this.#name,
      ...{ isUsed, lagEvents, lagMs },
      ...{ questions: this.#questions, fallbacks: this.#fallbacks },
    };
  }

  start(): void {
    this.#runs = true;
    void this.#keepLooking();
  }

  stop(): void {
    this.#runs = false;
  }

  /** @returns undefined where the primary has to be asked: not there in time, or no answer */
  async ask<R extends Row>(
    text: (table: TableNames) => string,
    values: readonly SqlValue[] | undefined,
    position: number,
  ): Promise<readonly R[] | undefined> {
    const answer = await this.#unlessLeftOut(this.#asked<R>(text, values, position));
    if (answer === undefined) this.#fallbacks += 1;
    else this.#questions += 1;
    return answer;
  }

  async #asked<R extends Row>(
    text: (table: TableNames) => string,
    values: readonly SqlValue[] | undefined,
    position: number,
  ): Promise<readonly R[] | undefined> {
    if (!(await this.#reader.whenShown(text, position, REPLICA_WAIT_MS))) return undefined;
    try {
      return await this.#reader.ask<R>(text, values);
    } catch (error) {
      // A query that is too slow here would be as slow there.
      if (tookTooLong(error) || !this.#options.isTransient(error)) throw error;
      return undefined;
    }
  }

  /** The result of `work`; undefined as soon as the replica is excluded, since it may never answer. */
  #unlessLeftOut<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const letGo = (): void => resolve(undefined);
      this.#waiting.add(letGo);
      work.then(resolve, reject).finally(() => this.#waiting.delete(letGo));
    });
  }

  async #keepLooking(): Promise<void> {
    const { scheduler, patience = 1 } = this.#options;
    while (this.#runs) {
      const cancel = scheduler.after(LOOK_MAX_MS * patience, () =>
        this.#failed("it does not answer in time"),
      );
      await this.#look()
        .catch((error: unknown) => this.#failed(String(error)))
        .finally(cancel);
      await pause(scheduler, LOOK_EVERY_MS);
    }
  }

  async #look(): Promise<void> {
    const { clock, head, logId } = this.#options;
    const known = head();
    const [end] = await this.#db.query<EndRow>(END, [logId]);
    await this.#reader.readCheckpoints();
    const isSameLog = end !== undefined && (await this.#isOfThisLog(end));
    const position = Number(end?.position ?? 0n);
    const wasUsed = this.isUsed;
    const isUsed = this.#state.looked({ at: clock(), position, head: known, isSameLog });
    if (isUsed === wasUsed) return;
    this.#changed(isSameLog ? "it lacks events for too long" : "it holds another log");
  }

  /** Whether the primary has the block with which the replica ends. A primary that is away says nothing against it. */
  async #isOfThisLog({ block, hash }: EndRow): Promise<boolean> {
    const { primary, logId, scheduler } = this.#options;
    if (block === 0n) return true;
    const isThere = async () => (await primary.query(BLOCK, [logId, block, hash])).length === 1;
    try {
      if (await isThere()) return true;
      // A primary shows a commit only once its standby has it, which others may have received before.
      await pause(scheduler, BLOCK_AGAIN_MS);
      return await isThere();
    } catch {
      return this.isUsed;
    }
  }

  #failed(reason: string): void {
    const wasUsed = this.isUsed;
    this.#state.failed();
    if (wasUsed) this.#changed(reason);
  }

  #changed(reason: string): void {
    if (!this.isUsed) for (const letGo of [...this.#waiting]) letGo();
    this.#options.onChange?.(this.#name, this.isUsed, reason);
  }
}

interface EndRow extends Row {
  readonly position: bigint;
  readonly block: bigint;
  readonly hash: Uint8Array;
}

const END = "select position, block, hash from log_heads where log_id = $1";
const BLOCK = "select number from blocks where log_id = $1 and number = $2 and hash = $3";
