import { UnreadableEventError } from "#domain/kernel/events/stream-kind.ts";
import type { Statements } from "./advance.ts";
import { type Checkpoint, holdLeases, releaseLeases, stopWithError } from "./checkpoints.ts";
import type { Projection } from "./projection.ts";
import { pause, type Scheduler } from "./scheduler.ts";
import { type Database, tookTooLong } from "./sql.ts";
import { takeStep } from "./step.ts";
import { nextStepEvents, STEP_EVENTS } from "./step-size.ts";

export interface ProjectorOptions {
  readonly db: Database;
  readonly projections: ReadonlyMap<string, Projection>;
  readonly logId: number;
  /** Tells this process from every other one that may hold leases. */
  readonly owner: string;
  readonly statements: Statements;
  readonly scheduler: Scheduler;
  /** A clock in milliseconds, for how long steps take. */
  readonly now: () => number;
  /** Whether a retry may succeed: the connection was lost, a lock was taken, the database is starting. */
  readonly isTransient: (error: unknown) => boolean;
  /** Whether somebody waits for a read model to pass a position. */
  readonly isAwaited: () => boolean;
  /** Called with a projection's position whenever it is read. */
  readonly onCheckpoint: (checkpoint: Checkpoint) => void;
  /** Called with messages for the operator. */
  readonly onTrouble: (what: string, error: Error) => void;
  /** Set where the events come from another database, a moment after somebody hears of them. */
  readonly copyOf?: { readonly head: () => number };
}

/**
 * How long events gather after a step before the next one, unless somebody waits for them: most of a small step is
 * starting and committing it. Reads that do not wait see data at most this much older, and readers at other processes,
 * which cannot end the pause, wait this much longer.
 */
export const GATHER_MS = 50;

/** How often events that are on their way from another database are looked for, in milliseconds. */
const ARRIVAL_LOOK_MS = 10;

/** How often leases and checkpoints are looked at when nothing wakes the projector. */
export const POLL_MS = 1_000;

/** A projection that fails alone, on a single event, is tried this often before it stops. */
export const ATTEMPTS_MAX = 5;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 2_000;

/** How much shorter the next step of a projection is after one that failed. */
const NARROWING = 10;

/** The state of a failed projection: it moves alone, in shorter steps, until it is through. */
interface Trouble {
  stepMax: number;
  attempts: number;
  resting: boolean;
}

/**
 * Moves those projections along the log whose leases this process holds. Projections that stand at one position move
 * in one step, so that the log is read once for all of them; one that has fallen behind catches up to the others.
 */
export class Projector {
  readonly #options: ProjectorOptions;
  readonly #checkpoints = new Map<string, Checkpoint>();
  readonly #troubles = new Map<string, Trouble>();
  #running: Promise<void> | null = null;
  #woken = false;
  /** Whether there was more to do than the last round did. */
  #isBehind = false;
  #isGathering = false;
  #isExpecting = false;
  #syncDue = true;
  #stopped = true;
  #retryMs = RETRY_MIN_MS;
  /** Events of the next step; fewer after one that took too long, more while far behind. */
  #stepMax: number;
  #cancelPoll: (() => void) | null = null;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#stepMax = STEP_EVENTS[options.db.engine].usual;
  }

  /** Takes the free leases and begins to follow the log; projections that had stopped are tried again. */
  async start(): Promise<void> {
    this.#stopped = false;
    await this.#sync(true);
    this.#poll();
    this.wake();
  }

  /** Finishes the step under way and gives up the leases. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#cancelPoll?.();
    await this.#running;
    await releaseLeases(this.#options.db, this.#options.owner);
  }

  /** Says that the log may have grown. Cheap, and never waits. */
  wake(): void {
    this.#woken = true;
    if (this.#running !== null || !this.#mayStep) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#woken) this.wake();
    });
  }

  /** Says that somebody waits: what has gathered is read now. */
  hurry(): void {
    if (this.#woken) this.wake();
  }

  /** Says that generations may have changed places. */
  refresh(): void {
    this.#syncDue = true;
    this.wake();
  }

  #poll(): void {
    this.#cancelPoll = this.#options.scheduler.after(POLL_MS, () => {
      this.refresh();
      this.#poll();
    });
  }

  get #mayStep(): boolean {
    return !this.#stopped && (!this.#isGathering || this.#isBehind || this.#options.isAwaited());
  }

  /** Lets events gather for a while after a step that has caught up. */
  #gather(): void {
    if (this.#isBehind || this.#isGathering) return;
    this.#isGathering = true;
    this.#options.scheduler.after(GATHER_MS, () => {
      this.#isGathering = false;
      this.hurry();
    });
  }

  /** Looks again soon for events that this process has heard of, and that have yet to arrive. */
  #expect(): void {
    if (this.#isBehind || this.#isExpecting || !this.#lacksEvents) return;
    this.#isExpecting = true;
    this.#options.scheduler.after(ARRIVAL_LOOK_MS, () => {
      this.#isExpecting = false;
      if (this.#lacksEvents) this.wake();
    });
  }

  get #lacksEvents(): boolean {
    const head = this.#options.copyOf?.head() ?? 0;
    return [...this.#checkpoints.values()].some(
      ({ mine, error, position }) => mine && error === null && position < head,
    );
  }

  async #run(): Promise<void> {
    while (this.#woken && this.#mayStep) {
      this.#woken = false;
      this.#isBehind = false;
      try {
        if (this.#syncDue) await this.#sync(false);
        for (const group of this.#groups()) await this.#move(group);
        this.#retryMs = RETRY_MIN_MS;
        this.#gather();
        this.#expect();
      } catch (error) {
        this.#options.onTrouble("projections are held up", asError(error));
        this.#syncDue = true;
        this.#goOn();
        if (tookTooLong(error)) this.#stepMax = Math.ceil(this.#stepMax / NARROWING);
        await pause(this.#options.scheduler, this.#retryMs);
        this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
      }
    }
  }

  /** Starts the next round at once: this one left work. */
  #goOn(): void {
    this.#isBehind = true;
    this.#woken = true;
  }

  async #sync(retryStopped: boolean): Promise<void> {
    const { db, projections, logId, owner } = this.#options;
    const found = await holdLeases(db, { projections, logId, owner, retryStopped });
    this.#syncDue = false;
    this.#checkpoints.clear();
    // A process of another version has taken over: this one keeps reading and moves nothing.
    const own = found.filter(({ version, projection }) => version === projection.version);
    for (const checkpoint of own) this.#note(checkpoint);
  }

  #note(checkpoint: Checkpoint): void {
    this.#checkpoints.set(checkpoint.projection.name, checkpoint);
    this.#options.onCheckpoint(checkpoint);
  }

  /** The movable projections by position, foremost first. One in trouble moves alone. */
  #groups(): readonly (readonly Checkpoint[])[] {
    const groups = new Map<string, Checkpoint[]>();
    const movable = [...this.#checkpoints.values()]
      .filter(({ mine, error }) => mine && error === null)
      .filter(({ stopAt, position }) => stopAt === null || stopAt > position)
      .filter(({ projection }) => this.#troubles.get(projection.name)?.resting !== true)
      .sort((a, b) => b.position - a.position);
    for (const one of movable) {
      const { name } = one.projection;
      const key = this.#troubles.has(name) ? name : `${one.position} ${one.stopAt}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [one]);
      else group.push(one);
    }
    return [...groups.values()];
  }

  async #move(group: readonly Checkpoint[]): Promise<void> {
    const { db, statements, now } = this.#options;
    const projectionStep = { cursors: group, step: this.#stepOf(group) };
    const { from, limit } = projectionStep.step;
    const began = now();
    try {
      const outcome = await takeStep(db, projectionStep, statements);
      if (outcome.kind === "refused") this.#syncDue = true;
      if (outcome.kind === "moved")
        this.#moved(group, { from, position: outcome.upTo, tookMs: now() - began });
      if (outcome.kind === "refused" || (outcome.kind === "moved" && outcome.upTo === limit)) this.#goOn();
    } catch (error) {
      await this.#failed(group, asError(error));
    }
  }

  /** A step's limit: at most up to the next group in front, so that the two merge. */
  #stepOf(group: readonly Checkpoint[]): {
    readonly logId: number;
    readonly from: number;
    readonly limit: number;
  } {
    const { position: from, stopAt, projection } = group[0] as Checkpoint;
    const stepMax = this.#troubles.get(projection.name)?.stepMax ?? this.#stepMax;
    const ahead = [...this.#checkpoints.values()].map(({ position }) => position).filter((at) => at > from);
    return {
      logId: this.#options.logId,
      from,
      limit: Math.min(from + stepMax, stopAt ?? Infinity, ...ahead),
    };
  }

  #moved(
    group: readonly Checkpoint[],
    { from, position, tookMs }: { readonly from: number; readonly position: number; readonly tookMs: number },
  ): void {
    const step = { allowed: this.#stepMax, taken: position - from, tookMs };
    this.#stepMax = nextStepEvents(step, STEP_EVENTS[this.#options.db.engine]);
    for (const one of group) {
      const trouble = this.#troubles.get(one.projection.name);
      if (trouble !== undefined) this.#easeTrouble(one.projection.name, trouble);
      this.#note({ ...one, position });
    }
  }

  #easeTrouble(name: string, trouble: Trouble): void {
    trouble.attempts = 0;
    trouble.stepMax *= NARROWING;
    if (trouble.stepMax >= STEP_EVENTS[this.#options.db.engine].usual) this.#troubles.delete(name);
  }

  /**
   * A step failed. If the database may be down, all wait; if somebody else has moved these projections, nothing is
   * wrong. Otherwise each moves alone, in ever shorter steps, until the failing projection and event are isolated; that
   * is retried a few times.
   */
  async #failed(group: readonly Checkpoint[], error: Error): Promise<void> {
    if (this.#options.isTransient(error)) throw error;
    await this.#sync(false);
    this.#goOn();
    if (!group.every((one) => this.#isUnchanged(one))) return;
    for (const { projection } of group) {
      if (!this.#troubles.has(projection.name)) this.#troubles.set(projection.name, this.#newTrouble());
    }
    if (group.length > 1) return;
    const [only] = group as [Checkpoint];
    const trouble = this.#troubles.get(only.projection.name) ?? this.#newTrouble();
    if (trouble.stepMax > 1 && !(error instanceof UnreadableEventError)) {
      trouble.stepMax = Math.ceil(trouble.stepMax / NARROWING);
      return;
    }
    trouble.attempts += 1;
    if (trouble.attempts >= ATTEMPTS_MAX) await this.#giveUp(only, error);
    else this.#rest(trouble);
  }

  #isUnchanged({ projection, generation, position, epoch }: Checkpoint): boolean {
    const now = this.#checkpoints.get(projection.name);
    return (
      now?.mine === true && now.generation === generation && now.position === position && now.epoch === epoch
    );
  }

  #newTrouble(): Trouble {
    return { stepMax: STEP_EVENTS[this.#options.db.engine].usual, attempts: 0, resting: false };
  }

  /** Leaves a projection alone for a while, and lets the others go on. */
  #rest(trouble: Trouble): void {
    trouble.resting = true;
    this.#options.scheduler.after(RETRY_MIN_MS * 2 ** trouble.attempts, () => {
      trouble.resting = false;
      this.wake();
    });
  }

  async #giveUp(one: Checkpoint, error: Error): Promise<void> {
    const { name } = one.projection;
    const what = `${name} has stopped before position ${one.position + 1}`;
    this.#troubles.delete(name);
    this.#note({ ...one, mine: false, error: error.message });
    await stopWithError(this.#options.db, one, `${what}: ${error.message}`);
    this.#options.onTrouble(what, error);
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
