import type { ProjectionsHealth } from "../health.ts";
import type { Freshness, ModelsRuntime } from "../models-runtime.ts";
import type { TableNames } from "../projection.ts";
import type { ReadModels } from "../read-models.ts";
import type { Comparison } from "../rebuild/compare.ts";
import { type ReplicaHealth, Replicas } from "../replicas/replicas.ts";
import { ProjectionRuntime, type RuntimeOptions } from "../runtime.ts";
import { pause } from "../scheduler.ts";
import { type Database, type Row, type SqlValue, tookTooLong } from "../sql.ts";
import { type BesideLog, BesideNames } from "./beside-log.ts";
import { Fences } from "./fences.ts";

export interface SubscriberOptions extends RuntimeOptions {
  /** The subscriber's name for operators. */
  readonly name: string;
  readonly primary: Database;
  /** Tables beside the log that the subscriber has as well. */
  readonly beside: readonly BesideLog[];
  /** Where the log ends as far as this process knows. */
  readonly head: () => number;
  /** Makes sure that the subscriber is up to date, has the log and no other. @throws with what is wrong */
  readonly prepare: () => Promise<void>;
}

/** How long a start waits for the subscriber before it goes on without, and how often it looks, in milliseconds. */
const START_WAIT_MS = 5_000;
const START_LOOK_MS = 50;
/** How much longer than a replica, for which the primary answers, the subscriber is borne with. */
const PATIENCE = 3;
/** When preparing is tried again after it failed, in milliseconds. */
const PREPARE_AGAIN_MS = 2_000;
/** How long the subscriber may take to say where its read models are, in milliseconds. */
const HEALTH_MAX_MS = 1_000;

/** How often it is looked at whether what is written beside the log arrives, in milliseconds. */
const FENCE_EVERY_MS = 1_000;
/** How long that may take, in milliseconds: with the pause, less than commands wait for look-ups. */
const FENCE_MAX_MS = 3_000;
const NOT_CURRENT = "nothing arrives of what is written beside the log";

/** The database with the read models cannot be asked, or lacks events for too long. The same may succeed later. */
export class ReadModelsAwayError extends Error {
  override readonly name = "ReadModelsAwayError";

  constructor(reason: string) {
    super(`Read models cannot be asked: ${reason}`);
  }
}

/**
 * A process's read models in a database that follows the log by PostgreSQL's logical replication. It builds them there
 * and asks them there, so that the primary has neither. Nothing here keeps the process from starting or from writing:
 * while the subscriber is away, or behind, questions are refused.
 */
export class SubscriberRuntime implements ModelsRuntime {
  readonly db: Database;
  readonly #options: SubscriberOptions;
  readonly #runtime: ProjectionRuntime;
  readonly #watch: Replicas;
  readonly #names: BesideNames;
  readonly #fences: Fences;
  #questions = 0;
  #hasBegun = false;
  #hasStopped = true;
  #reason = "it has yet to be reached";
  #isCurrent = false;

  constructor(options: SubscriberOptions) {
    const { db, name, now, primary, head, beside, onTrouble } = options;
    this.#options = options;
    this.db = db;
    this.#runtime = new ProjectionRuntime({ ...options, copyOf: { head } });
    this.#watch = new Replicas({
      ...options,
      clock: now,
      patience: PATIENCE,
      servers: [{ name, db }],
      onChange: (_, isUsed, reason) => {
        this.#reason = reason;
        if (!isUsed) onTrouble?.("read models are not asked", new Error(`${name}: ${reason}`));
      },
    });
    this.#names = new BesideNames(beside);
    this.#fences = new Fences({ ...options, primary, subscriber: db });
  }

  /** Begins to follow, and goes on trying where the subscriber is away. */
  async start(): Promise<void> {
    const { scheduler, now } = this.#options;
    this.#hasStopped = false;
    this.#watch.start();
    void this.#begin();
    const until = now() + START_WAIT_MS;
    while (!this.#isUsable && now() < until) await pause(scheduler, START_LOOK_MS);
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    this.#watch.stop();
    if (this.#hasBegun) await this.#runtime.stop();
  }

  wake(): void {
    if (this.#hasBegun) this.#runtime.wake();
  }

  /** Where the read models stand against the primary's log; none while they cannot be asked. */
  async health(): Promise<ProjectionsHealth> {
    const [position, found] = await Promise.all([this.#endOfLog(), this.#healthThere()]);
    const projections = (found?.projections ?? []).map((one) => ({
      ...one,
      lag: Math.max(0, position - one.position),
    }));
    return { position, projections };
  }

  subscriber(): ReplicaHealth | null {
    const [health] = this.#watch.health();
    if (health === undefined) return null;
    return { ...health, isUsed: this.#isUsable, questions: this.#questions };
  }

  get trouble(): string | null {
    if (this.#isUsable) return null;
    return this.#isFollowing ? NOT_CURRENT : this.#reason;
  }

  async whenReached(names: readonly string[], position: number, timeoutMs: number): Promise<boolean> {
    if (this.#hasBegun) return this.#runtime.whenReached(names, await this.#withinLog(position), timeoutMs);
    await pause(this.#options.scheduler, timeoutMs);
    return false;
  }

  reaching(position: number, timeoutMs: number, freshness?: Freshness): ReadModels {
    return {
      ask: <R extends Row>(text: (table: TableNames) => string, values?: readonly SqlValue[]) =>
        this.#guarded(text, freshness, async () => {
          const models = this.#runtime.reaching(await this.#withinLog(position), timeoutMs);
          return models.ask<R>(text, values);
        }),
    };
  }

  ask<R extends Row>(
    text: (table: TableNames) => string,
    values?: readonly SqlValue[],
  ): Promise<readonly R[]> {
    return this.#guarded(text, "fresh", () => this.#runtime.ask<R>(text, values));
  }

  rebuild(
    names: readonly string[],
    onProgress?: (position: number, goal: number) => void,
  ): Promise<readonly Comparison[]> {
    this.#demandUsable();
    return this.#runtime.rebuild(names, onProgress);
  }

  get #isFollowing(): boolean {
    return this.#hasBegun && this.#watch.health()[0]?.isUsed === true;
  }

  get #isUsable(): boolean {
    return this.#isFollowing && this.#isCurrent;
  }

  #demandUsable(): void {
    const { trouble } = this;
    if (trouble !== null) throw new ReadModelsAwayError(trouble);
  }

  async #guarded<T>(
    text: (table: TableNames) => string,
    freshness: Freshness = "fresh",
    ask: () => Promise<T>,
  ): Promise<T> {
    this.#demandUsable();
    try {
      if (freshness === "fresh" && this.#names.areIn(text)) await this.#fences.passed();
      const answer = await ask();
      // If the wait failed, the answer would lack it too.
      this.#demandUsable();
      this.#questions += 1;
      return answer;
    } catch (error) {
      if (tookTooLong(error) || !this.#options.isTransient(error)) throw error;
      throw new ReadModelsAwayError(error instanceof Error ? error.message : String(error));
    }
  }

  async #begin(): Promise<void> {
    const { prepare, scheduler, onTrouble } = this.#options;
    while (!this.#hasStopped) {
      try {
        await prepare();
        await this.#runtime.start();
        this.#hasBegun = true;
        if (this.#hasStopped) await this.#runtime.stop();
        else void this.#keepFencing();
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== this.#reason) onTrouble?.("read models cannot be built", new Error(reason));
        this.#reason = reason;
      }
      await pause(scheduler, PREPARE_AGAIN_MS);
    }
  }

  /** While no event is due, nothing else shows that a subscription has ended. */
  async #keepFencing(): Promise<void> {
    const { scheduler, name, onTrouble } = this.#options;
    while (!this.#hasStopped) {
      const was = this.#isCurrent;
      // An unreachable server says nothing about the subscription.
      this.#isCurrent = await this.#fences.arrives(FENCE_MAX_MS).catch(() => was);
      if (was && !this.#isCurrent)
        onTrouble?.("read models are not asked", new Error(`${name}: ${NOT_CURRENT}`));
      await pause(scheduler, FENCE_EVERY_MS);
    }
  }

  /** A position beyond the end of the log counts as the end. */
  async #withinLog(position: number): Promise<number> {
    return position <= this.#options.head() ? position : Math.min(position, await this.#endOfLog());
  }

  async #endOfLog(): Promise<number> {
    const { primary, logId } = this.#options;
    const [row] = await primary.query<Row & { readonly position: bigint }>(
      "select position from log_heads where log_id = $1",
      [logId],
    );
    return Number(row?.position ?? 0n);
  }

  /** Null where the subscriber does not say in time. */
  #healthThere(): Promise<ProjectionsHealth | null> {
    if (!this.#isUsable) return Promise.resolve(null);
    return new Promise((resolve) => {
      const cancel = this.#options.scheduler.after(HEALTH_MAX_MS, () => resolve(null));
      this.#runtime
        .health()
        .then(resolve, () => resolve(null))
        .finally(cancel);
    });
  }
}
