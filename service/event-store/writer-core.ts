import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { InvariantError, invariant } from "#domain/kernel/invariant.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import type { AppendSession } from "#service/db/append-session.ts";
import { asError } from "#service/db/errors.ts";
import { type AppendStatement, createAppendStatement } from "./append/append-statement.ts";
import { Batch, type Head } from "./append/batch.ts";
import { chainHashing } from "./append/hashing.ts";
import { outcomeOf, settle, unavailable } from "./append/outcomes.ts";
import { lookUpCommands } from "./commands/command-lookup.ts";
import { CommandQueue } from "./commands/command-queue.ts";
import { type Pending, release } from "./commands/pending.ts";
import { RecentCommands } from "./commands/recent-commands.ts";
import type { Outcome, Submission } from "./commands/submission.ts";
import { HeadAnnouncer } from "./head-announcer.ts";
import { saveSnapshots } from "./states/snapshots.ts";
import { StateLoader } from "./states/state-loader.ts";
import { States } from "./states/states.ts";
import * as o from "./writer-options.ts";

/** A batch in flight, and its answer. */
export interface Flight {
  readonly batch: Batch;
  answer: "waiting" | "hit" | "miss" | Error;
}

export type Mode = "running" | "recovering" | "halted" | "stopped";

/** One process's view of a log: head, states as of the tip, waiting commands, batches in flight. */
export class WriterCore {
  readonly counts: o.WriterCounts = {
    batches: 0,
    events: 0,
    misses: 0,
    turns: 0,
    followed: 0,
    recoveries: 0,
  };
  readonly options: o.WriterOptions;
  readonly logId: number;
  readonly queue = new CommandQueue();
  readonly recent = new RecentCommands(o.RECENT_COMMANDS_MAX);
  readonly loader: StateLoader;
  readonly #states: States;
  readonly appendStatement: AppendStatement;
  readonly announcer: HeadAnnouncer;
  session: AppendSession | null = null;
  mode: Mode = "stopped";
  /** The error that stopped it for good. */
  haltedBy: Error | null = null;
  /** The newest head known to be in the log. */
  committedHead: Head = { position: 0, block: 0, hash: new Uint8Array(32), recordedAt: 0 };
  /** The head after all batches in flight. */
  speculativeHead: Head = this.committedHead;
  flying: Flight[] = [];
  /** How many more turns to take before appending without one. */
  turnsLeft = 0;
  /** When the last recovery began, on the monotonic clock. */
  awaySince = 0;
  #taken = 0;

  /** @param onHead called with another process's head position */
  constructor(options: o.WriterOptions, onHead: (position: number) => void) {
    const { db, secrets, eventTypes } = options;
    this.options = options;
    this.logId = options.logId ?? o.LOG_ID;
    const streams = options.streamsMax ?? o.STREAMS_MAX;
    this.#states = new States({ streams, holdings: streams + o.SHARED_ACCOUNTS_MAX }, options.mainAssets);
    this.loader = new StateLoader(this.#states, { secrets, eventTypes, logId: this.logId });
    this.appendStatement = createAppendStatement(options.sideTables);
    this.announcer = new HeadAnnouncer({ db, onHead });
  }

  /** Whether new commands may join the queue: while running, and for a while after the database went away. */
  get mayHold(): boolean {
    if (this.mode === "running") return true;
    return this.mode === "recovering" && performance.now() - this.awaySince < this.#heldMaxMs;
  }

  /** The writer's own connection, for queries between batches: unlike the pool, it is never busy for others. */
  get own(): Pick<Sql, "run"> {
    const { session } = this;
    invariant(session !== null, "the writer has a connection");
    return { run: (statement) => session.send(statement) };
  }

  get #heldMaxMs(): number {
    return this.options.heldMaxMs ?? o.HELD_MAX_MS;
  }

  /** Makes a pending command of a submission. */
  pending(submission: Submission, resolve: (outcome: Outcome) => void): Pending {
    this.#taken += 1;
    return {
      submission,
      order: this.#taken,
      secrets: this.options.secrets.forCommand(submission.owner),
      resolve,
      followers: [],
      takenAt: Date.now(),
      late: 0,
      held: [],
      heldUntil: performance.now() + this.#heldMaxMs,
      settled: false,
    };
  }

  /** A batch that starts from the tip. */
  newBatch(): Batch {
    const { sideTables, eventTypes, leastHolding, hashing = chainHashing } = this.options;
    const { speculativeHead: start, logId } = this;
    return new Batch({ start, states: this.#states, logId, hashing, sideTables, eventTypes, leastHolding });
  }

  /** Decides commands until the batch is full. @returns those that did not fit */
  decideInto(batch: Batch, commands: readonly Pending[]): readonly Pending[] {
    let next = 0;
    for (; next < commands.length && !batch.isFull; next += 1) {
      const pending = commands[next] as Pending;
      const needs = batch.decide(pending);
      if (needs === null) {
        release(pending);
        continue;
      }
      for (const need of needs) batch.cacheMisses.push({ pending, need });
      // Whatever else it reads is loaded with it.
      for (const other of this.loader.missing(pending.submission))
        batch.cacheMisses.push({ pending, need: other });
    }
    return commands.slice(next);
  }

  /** Sets the committed head, when nothing is in flight. */
  advance(head: Head): void {
    this.committedHead = head;
    this.speculativeHead = head;
  }

  /** Folds events that were not decided here into the states in memory. */
  fold(events: readonly RecordedEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    try {
      for (const event of events) this.#states.fold(event);
    } catch (error) {
      // Some are folded now: continuing or retrying would count them twice.
      throw new InvariantError(
        `events up to position ${last.position} can be folded: ${asError(error).message}`,
      );
    }
    this.counts.followed += events.length;
    this.loader.sawForeign(last.position);
    this.#tell(events);
  }

  /** Tells the listener of new events. If it fails, the log stays as it is and callers are answered. */
  #tell(events: readonly RecordedEvent[]): void {
    try {
      this.options.onAppended?.(events);
    } catch (error) {
      this.options.onTrouble?.("new events were not heard", asError(error));
    }
  }

  /** Answers a command, once. */
  settle(pending: Pending, outcome: Outcome): void {
    if (pending.settled) return;
    release(pending);
    if (this.queue.find(pending.submission.commandId) === pending) this.queue.forget(pending);
    settle(pending, outcome);
  }

  /** Undoes every batch in flight, newest first. @returns their commands, batch by batch, in order */
  takeBack(): Pending[][] {
    const commands = this.flying.map(({ batch }) => batch.decided.map(({ pending }) => pending));
    for (const { batch } of this.flying.toReversed()) batch.undo();
    this.flying = [];
    this.speculativeHead = this.committedHead;
    return commands;
  }

  /** A batch is in the log: answers its commands. */
  committed(batch: Batch): void {
    this.committedHead = batch.seal();
    batch.settle();
    this.counts.batches += 1;
    this.counts.events += batch.events.length;
    const unsure: Pending[] = [];
    for (const { pending, result } of batch.decided) {
      if (result.kind === "accepted") {
        const { requestHash, commandId, keyed } = pending.submission;
        const { position, answer } = result;
        // A random id is never sent again.
        if (keyed) this.recent.set(commandId, { requestHash, position, answer: result.text });
        this.settle(pending, { kind: "committed", position, answer, duplicate: false });
      } else if (pending.submission.keyed) unsure.push(pending);
      else this.settle(pending, result);
    }
    if (unsure.length > 0) void this.#answerUnsure(batch, unsure);
    if (batch.events.length > 0) {
      this.announcer.moved(this.committedHead.position);
      this.#tell(batch.events);
    }
    if (batch.snapshots.length > 0) void this.#saveSnapshots(batch);
  }

  /** Looks up refused commands with ids from callers: one that is in the log already gets its first answer. */
  async #answerUnsure(batch: Batch, unsure: readonly Pending[]): Promise<void> {
    const results = new Map(batch.decided.map(({ pending, result }) => [pending, result]));
    try {
      await this.answerKnown(unsure, this.options.db);
      for (const pending of unsure) {
        const result = results.get(pending);
        if (result !== undefined && result.kind !== "accepted") this.settle(pending, result);
      }
    } catch (error) {
      this.options.onTrouble?.("commands could not be looked up", asError(error));
      for (const pending of unsure) this.settle(pending, unavailable("database_away", o.RETRY_AFTER_MS));
    }
  }

  /** Answers those commands that are in the log already. @returns how many; @throws when the look-up fails */
  async answerKnown(commands: readonly Pending[], sql: Pick<Sql, "run">): Promise<number> {
    const ids = commands.map(({ submission }) => submission.commandId);
    const found = await lookUpCommands(ids, sql);
    for (const pending of commands) {
      const committed = found.get(pending.submission.commandId);
      if (committed === undefined) continue;
      // Remembered, so that repeated retries of an old id are answered from memory.
      this.recent.set(pending.submission.commandId, committed);
      this.settle(pending, outcomeOf(committed, pending.submission.requestHash));
    }
    return found.size;
  }

  async #saveSnapshots({ snapshots }: Batch): Promise<void> {
    try {
      await saveSnapshots(snapshots, { sql: this.options.db, logId: this.logId });
    } catch (error) {
      this.options.onTrouble?.("a snapshot was not written", asError(error));
    }
  }

  /** Stops writing for good: the log holds what this program does not understand, or has lost events. */
  halt(error: Error): void {
    if (this.mode === "stopped") return;
    this.mode = "halted";
    this.haltedBy = error;
    this.options.onTrouble?.("the writer has stopped", error);
    this.settleAll(() => true, unavailable("database_away", o.RETRY_AFTER_MS));
  }

  /** Answers every open command that matches. */
  settleAll(picks: (pending: Pending) => boolean, outcome: Outcome): void {
    for (const pending of this.queue.all()) if (picks(pending)) this.settle(pending, outcome);
  }
}
