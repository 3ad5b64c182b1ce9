import { recordRecovery, recoveryStream } from "#domain/features/log/recovery.ts";
import { logStreams } from "#domain/features/registry.ts";
import type { RecordedEvent } from "#domain/kernel/event.ts";
import { InvariantError, invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { UnknownEventError } from "#domain/kernel/stream-kind.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import type { AppendSession } from "#service/db/append-session.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { timeOrderedId } from "#service/ids.ts";
import { appendStatement, checkHeadStatement, LOG_CHANNEL } from "./append-statement.ts";
import { BATCH_EVENTS_MAX, Batch, type Head } from "./batch.ts";
import { lookUpCommands } from "./command-lookup.ts";
import { CommandQueue, OWNER_COMMANDS_MAX, QUEUE_COMMANDS_MAX } from "./command-queue.ts";
import * as follow from "./follow.ts";
import { requestHashOf } from "./hashing.ts";
import type { Need } from "./not-loaded.ts";
import { outcomeOf, settle, settleCommitted, unavailable } from "./outcomes.ts";
import type { Pending } from "./pending.ts";
import { RecentCommands } from "./recent-commands.ts";
import { saveSnapshots } from "./snapshots.ts";
import { StateLoader } from "./state-loader.ts";
import { States } from "./states.ts";
import type { Outcome, Submission } from "./submission.ts";
import { CommandSeeds, Vault } from "./vault.ts";
import * as o from "./writer-options.ts";

/** A batch on its way, and what came back. */
interface Flight {
  readonly batch: Batch;
  answer: "waiting" | "hit" | "miss" | Error;
}

type Mode = "running" | "recovering" | "halted" | "stopped";

/**
 * One process's side of a log. It holds the head it has seen and the states as of that head, decides whatever
 * queued while the last batch was under way, and appends it with one statement that happens only if the head has
 * not moved. There is no other way to append.
 */
export class Writer {
  readonly counts: o.WriterCounts = {
    batches: 0,
    events: 0,
    misses: 0,
    turns: 0,
    followed: 0,
    recoveries: 0,
  };
  readonly logId: number;
  readonly #options: o.WriterOptions;
  readonly #queue = new CommandQueue();
  readonly #recent = new RecentCommands(o.RECENT_COMMANDS_MAX);
  readonly #states: States;
  readonly #vault: Vault;
  readonly #loader: StateLoader;
  #session: AppendSession | null = null;
  #mode: Mode = "stopped";
  /** The newest head known to be in the log. */
  #confirmed: Head = { position: 0, block: 0, hash: new Uint8Array(32), recordedAt: 0 };
  /** The head that the batches in flight will make. */
  #tip: Head = this.#confirmed;
  #flying: Flight[] = [];
  /** Set while a turn, a catch-up or a recovery has the log to itself. */
  #exclusive = false;
  #scheduled = false;
  #turnsLeft = 0;
  #stopListening: (() => Promise<void>) | null = null;
  #poll: NodeJS.Timeout | null = null;

  constructor(options: o.WriterOptions) {
    this.#options = options;
    this.logId = options.logId ?? o.LOG_ID;
    const streams = options.streamsMax ?? o.STREAMS_MAX;
    this.#states = new States({ streams, holdings: streams * o.HOLDINGS_PER_STREAM });
    this.#vault = new Vault({
      sealer: options.sealer,
      logId: this.logId,
      max: streams * o.SEEDS_PER_STREAM,
      ...(options.random === undefined ? {} : { random: options.random }),
    });
    this.#loader = new StateLoader({ states: this.#states, vault: this.#vault, logId: this.logId });
  }

  /** The newest head that this process knows to be in the log. */
  get head(): Head {
    return this.#confirmed;
  }

  /** Whether commands are taken: false while the database is away, and for good once the writer has stopped. */
  get isTakingCommands(): boolean {
    return this.#mode === "running";
  }

  /** Opens the append connection and begins to take commands. @throws when the database cannot be reached */
  async start(): Promise<void> {
    this.#session = await this.#openSession();
    const [row] = await this.#session.send(follow.readHeadStatement(this.logId));
    this.#confirmed = follow.headOf(row);
    this.#tip = this.#confirmed;
    this.#loader.sawForeign(this.#confirmed.position);
    this.#mode = "running";
    this.#stopListening = await this.#options.db.listen(LOG_CHANNEL, (payload) => {
      if (Number(payload) > this.#tip.position) void this.#catchUp();
    });
    this.#poll = setInterval(() => void this.#catchUp(), o.FOLLOW_POLL_MS);
    this.#poll.unref();
  }

  /** Takes no more commands, waits a bounded time for those it has, and gives the connection back. */
  async stop(): Promise<void> {
    if (this.#mode === "stopped") return;
    const until = performance.now() + o.STOP_MAX_MS;
    const wasRunning = this.#mode === "running";
    if (this.#poll !== null) clearInterval(this.#poll);
    while (wasRunning && this.#queue.open > 0 && performance.now() < until) await pause(5);
    this.#mode = "stopped";
    for (const pending of [...this.#queue.all()]) this.#settle(pending, unavailable("stopped", 1_000));
    await this.#stopListening?.();
    await this.#session?.close();
  }

  /**
   * Takes a command and answers when its outcome is certain: in the log at a position, refused by a rule on a
   * state known to be the newest, or not taken. A command sent twice hears the first one's answer.
   */
  submit<A extends JsonObject>(submission: Submission<A>): Promise<Outcome<A>> {
    return new Promise<Outcome>((resolve) => this.#take(submission, resolve)) as Promise<Outcome<A>>;
  }

  #take(submission: Submission, resolve: (outcome: Outcome) => void): void {
    const { commandId, requestHash, owner } = submission;
    const committed = this.#recent.get(commandId);
    if (committed !== undefined) return resolve(outcomeOf(committed, requestHash));
    const same = this.#queue.find(commandId);
    if (same !== undefined) {
      same.followers.push({ requestHash, resolve });
      return;
    }
    if (this.#mode !== "running") {
      return resolve(unavailable(this.#mode === "stopped" ? "stopped" : "database_away", 1_000));
    }
    if (this.#queue.open >= QUEUE_COMMANDS_MAX) return resolve(unavailable("queue_full", 1_000));
    if (this.#queue.openOf(owner) >= OWNER_COMMANDS_MAX && owner !== SYSTEM) {
      return resolve(unavailable("owner_queue_full", 1_000));
    }
    this.#queue.add(this.#pending(submission, resolve));
    this.#schedule();
  }

  #pending(submission: Submission, resolve: (outcome: Outcome) => void): Pending {
    return {
      submission,
      seeds: new CommandSeeds(this.#vault, submission.owner),
      resolve,
      followers: [],
      heldUntil: performance.now() + (this.#options.heldMaxMs ?? o.HELD_MAX_MS),
      settled: false,
    };
  }

  /** Runs the pump once what is arriving in this turn of the event loop has arrived. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const session = this.#session;
    if (session === null || this.#mode !== "running" || this.#exclusive) return;
    while (this.#flying.length < session.depth && this.#queue.waiting > 0) {
      const alone = this.#turnsLeft > 0 || this.#queue.hasSuspects;
      if (alone && this.#flying.length > 0) return;
      if (this.#turnsLeft > 0) {
        void this.#alone(() => this.#turn());
        return;
      }
      const share = Math.ceil(this.#queue.waiting / (session.depth - this.#flying.length));
      const batch = new Batch({ start: this.#tip, states: this.#states, logId: this.logId });
      const taken = this.#queue.take(clamp(share, o.BATCH_COMMANDS_MIN, BATCH_EVENTS_MAX));
      this.#queue.putBack(this.#decideInto(batch, taken));
      this.#load(batch);
      if (batch.decided.length > 0) this.#send(session, batch);
      else batch.undo();
      if (alone) return;
    }
  }

  /** Decides commands until the batch is full. @returns those that did not fit */
  #decideInto(batch: Batch, commands: readonly Pending[]): readonly Pending[] {
    let next = 0;
    for (; next < commands.length && !batch.isFull; next += 1) {
      const pending = commands[next] as Pending;
      const missing = this.#loader.missing(pending.submission);
      if (missing.length === 0) batch.decide(pending);
      else for (const need of missing) batch.cold.push({ pending, need });
    }
    return commands.slice(next);
  }

  #load({ cold }: Batch): void {
    if (cold.length === 0) return;
    void this.#loader.load(cold, this.#options.db).then(
      (ready) => {
        this.#queue.putBack(ready);
        this.#schedule();
      },
      (error: unknown) => this.#loadFailed(cold, asError(error)),
    );
  }

  #loadFailed(cold: readonly { readonly pending: Pending; readonly need: Need }[], error: Error): void {
    const commands = [...new Set(cold.map(({ pending }) => pending))];
    if (error instanceof UnknownEventError) this.#halt(error);
    if (classify(error) === "retry") {
      this.#queue.putBack(commands);
      void this.#alone(() => this.#recover(error));
      return;
    }
    for (const pending of commands) this.#settle(pending, { kind: "failed", error });
  }

  #send(session: AppendSession, batch: Batch): void {
    const flight: Flight = { batch, answer: "waiting" };
    this.#tip = batch.seal();
    this.#flying.push(flight);
    const check = batch.events.length === 0;
    const statement = check ? checkHeadStatement(batch, this.logId) : appendStatement(batch, this.logId);
    session.send(statement).then(
      (rows) => this.#landed(flight, rows.length === 1 ? "hit" : "miss"),
      (error: unknown) => this.#landed(flight, asError(error)),
    );
  }

  #landed(flight: Flight, answer: "hit" | "miss" | Error): void {
    flight.answer = answer;
    if (!this.#flying.includes(flight)) return;
    while (this.#flying[0]?.answer === "hit") {
      const { batch } = this.#flying.shift() as Flight;
      this.#committed(batch);
    }
    const allAnswered = this.#flying.every((other) => other.answer !== "waiting");
    if (this.#flying.length > 0 && allAnswered) void this.#alone(() => this.#lost());
    this.#schedule();
  }

  /** A batch is in the log: its commands may be answered. */
  #committed(batch: Batch): void {
    this.#confirmed = batch.seal();
    batch.settle();
    this.counts.batches += 1;
    this.counts.events += batch.events.length;
    const unsure: Pending[] = [];
    for (const { pending, result } of batch.decided) {
      if (result.kind === "accepted") {
        const { requestHash, commandId } = pending.submission;
        this.#recent.set(commandId, { requestHash, position: result.position, answer: result.text });
        const { position, answer } = result;
        this.#settle(pending, { kind: "committed", position, answer, duplicate: false });
      } else if (pending.submission.keyed) unsure.push(pending);
      else this.#settle(pending, result);
    }
    if (unsure.length > 0) void this.#answerUnsure(batch, unsure);
    if (batch.events.length > 0) this.#options.onAppended?.(batch.events);
    if (batch.snapshots.length > 0) void this.#saveSnapshots(batch);
  }

  async #saveSnapshots(batch: Batch): Promise<void> {
    try {
      await saveSnapshots(batch.snapshots, { sql: this.#options.db, logId: this.logId });
    } catch (error) {
      this.#options.onTrouble?.("a snapshot was not written", asError(error));
    }
  }

  /**
   * A refused command whose id came from the caller may have been accepted long ago, and must then hear that
   * answer and not the refusal.
   */
  async #answerUnsure(batch: Batch, unsure: readonly Pending[]): Promise<void> {
    const refused = new Map(batch.decided.map(({ pending, result }) => [pending, result]));
    try {
      const found = await lookUpCommands(
        unsure.map(({ submission }) => submission.commandId),
        this.#options.db,
      );
      for (const pending of unsure) {
        const committed = found.get(pending.submission.commandId);
        const result = refused.get(pending);
        if (committed !== undefined)
          this.#settle(pending, outcomeOf(committed, pending.submission.requestHash));
        else if (result !== undefined && result.kind !== "accepted") this.#settle(pending, result);
      }
    } catch (error) {
      this.#options.onTrouble?.("commands could not be looked up", asError(error));
      for (const pending of unsure) this.#settle(pending, unavailable("database_away", 1_000));
    }
  }

  /** Runs `work` while nothing else of this process appends. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#exclusive) return;
    this.#exclusive = true;
    try {
      await work();
    } catch (error) {
      this.#halt(asError(error));
    } finally {
      this.#exclusive = false;
      this.#schedule();
    }
  }

  /** The oldest batch in flight did not happen, so none behind it did: takes all back and finds out why. */
  async #lost(): Promise<void> {
    const flights = this.#flying;
    this.#takeBack();
    const errors = flights.map(({ answer }) => answer).filter((answer) => answer instanceof Error);
    const away = errors.find((error) => classify(error) === "retry");
    const commands = flights.map(({ batch }) => batch.decided.map(({ pending }) => pending));
    const [first, ...later] = commands;
    if (away !== undefined || errors.length === 0) {
      this.#queue.putBack(commands.flat());
      if (away !== undefined) return this.#recover(away, commands.flat().length);
      this.counts.misses += 1;
      this.#turnsLeft = o.TURNS_AFTER_RIVAL;
      return this.#turn();
    }
    this.#queue.putBack(later.flat());
    await this.#refusedByDatabase(first ?? [], errors[0] as Error);
  }

  #takeBack(): void {
    for (const { batch } of this.#flying.toReversed()) batch.undo();
    this.#flying = [];
    this.#tip = this.#confirmed;
  }

  /**
   * The database refused a whole batch: a command id that is older than memory is answered; otherwise the batch is
   * halved until the culprit stands alone, so that one bad command never fails its neighbours.
   */
  async #refusedByDatabase(commands: readonly Pending[], error: Error): Promise<void> {
    if (sqlState(error) === UNIQUE_VIOLATION && (await this.#answerKnown(commands))) return;
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) {
      this.#options.onTrouble?.("the database refused a command", error);
      this.#settle(only, { kind: "failed", error });
    } else this.#queue.putBackSuspects(commands);
  }

  /** Answers those commands that are in the log already, and puts the others back. False when there are none. */
  async #answerKnown(commands: readonly Pending[]): Promise<boolean> {
    try {
      const ids = commands.map(({ submission }) => submission.commandId);
      const found = await lookUpCommands(ids, this.#options.db);
      for (const pending of commands) {
        const committed = found.get(pending.submission.commandId);
        if (committed !== undefined)
          this.#settle(pending, outcomeOf(committed, pending.submission.requestHash));
      }
      if (found.size === 0) return false;
      this.#queue.putBack(commands);
    } catch (error) {
      this.#queue.putBack(commands);
      await this.#recover(asError(error));
    }
    return true;
  }

  /**
   * Locks the head, follows to it, decides the queue and appends it, in one short transaction: the way that never
   * misses, taken while other processes append too.
   */
  async #turn(first?: Pending): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    let batch: Batch | null = null;
    const from = this.#confirmed.position;
    const opening = [follow.lockHeadStatement(this.logId), follow.followStatement(this.logId, from)];
    try {
      this.counts.turns += 1;
      await session.turn(opening, async ([heads, rows], tx) => {
        await this.#follow(follow.headOf(heads?.[0]), rows ?? [], tx);
        batch = await this.#decideInTurn(
          tx,
          first === undefined ? this.#queue.take(BATCH_EVENTS_MAX) : [first],
        );
        this.#tip = batch.seal();
        return batch.events.length === 0 ? null : appendStatement(batch, this.logId);
      });
      if (batch !== null) this.#committed(batch);
    } catch (error) {
      await this.#turnFailed(batch, asError(error), first);
    }
  }

  async #turnFailed(batch: Batch | null, error: Error, first?: Pending): Promise<void> {
    batch?.undo();
    this.#tip = this.#confirmed;
    const commands = (batch?.decided ?? []).map(({ pending }) => pending);
    if (error instanceof FarBehindError) {
      await this.#catchUpSlices();
      return this.#turn(first);
    }
    if (first !== undefined || isFinal(error)) throw error;
    if (batch !== null && classify(error) !== "retry") return this.#refusedByDatabase(commands, error);
    this.#queue.putBack(commands);
    await this.#recover(error, commands.length);
  }

  /** Folds what others appended, up to the locked head, and answers those of our commands that are among it. */
  async #follow(head: Head, rows: readonly Row[], tx: Sql): Promise<void> {
    const events = follow.followedEvents(rows);
    const reached = events.at(-1)?.position ?? this.#confirmed.position;
    if (head.position < this.#confirmed.position) throw new LogRewoundError(head, this.#confirmed);
    if (reached < head.position && events.length === follow.FOLLOW_EVENTS_MAX) throw new FarBehindError();
    invariant(reached === head.position, "following ends at the locked head");
    if (events.length > 0) this.#turnsLeft = o.TURNS_AFTER_RIVAL;
    else if (this.#turnsLeft > 0) this.#turnsLeft -= 1;
    this.#fold(events);
    this.#confirmed = head;
    this.#tip = head;
    const ours = [...new Set(events.map((event) => event.commandId))].filter((id) => this.#queue.find(id));
    const found = await lookUpCommands(ours, tx);
    for (const [id, committed] of found) {
      const pending = this.#queue.find(id);
      if (pending !== undefined)
        settleCommitted(pending, committed, (p, outcome) => this.#settle(p, outcome));
    }
  }

  #fold(events: readonly RecordedEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    for (const event of events) this.#states.fold(event);
    this.counts.followed += events.length;
    this.#loader.sawForeign(last.position);
    this.#options.onAppended?.(events);
  }

  /** Decides with the head locked, so that whatever is missing can be loaded on the spot. */
  async #decideInTurn(tx: Sql, commands: readonly Pending[]): Promise<Batch> {
    try {
      await this.#loader.loadInTurn(
        commands.flatMap(({ submission }) => this.#loader.missing(submission)),
        tx,
      );
      for (;;) {
        const batch = new Batch({ start: this.#tip, states: this.#states, logId: this.logId });
        const left = this.#decideInto(batch, commands);
        if (batch.cold.length === 0) {
          this.#queue.putBack(left);
          return batch;
        }
        batch.undo();
        await this.#loader.loadInTurn(
          batch.cold.map(({ need }) => need),
          tx,
        );
      }
    } catch (error) {
      // The fact of a recovery is made anew for each attempt and never waits in the queue.
      this.#queue.putBack(
        commands.filter((pending) => this.#queue.find(pending.submission.commandId) === pending),
      );
      throw error;
    }
  }

  /** Follows other processes while there is nothing to append. */
  async #catchUp(): Promise<void> {
    const idle = this.#flying.length === 0 && this.#queue.waiting === 0;
    if (this.#mode === "running" && idle) await this.#alone(() => this.#catchUpSlices());
  }

  async #catchUpSlices(): Promise<void> {
    try {
      for (let full = true; full; ) {
        const rows =
          (await this.#session?.send(follow.catchUpStatement(this.logId, this.#confirmed.position))) ?? [];
        const head = follow.headOf(rows[0]);
        if (head.position < this.#confirmed.position) throw new LogRewoundError(head, this.#confirmed);
        const events = follow.followedEvents(rows);
        this.#fold(events);
        full = events.length === follow.FOLLOW_EVENTS_MAX;
        this.#confirmed = full ? { ...head, position: events.at(-1)?.position ?? head.position } : head;
        this.#tip = this.#confirmed;
      }
    } catch (error) {
      if (classify(error) !== "retry") throw error;
      await this.#recover(asError(error));
    }
  }

  /**
   * The connection is gone or unsure: opens another and takes a turn. What was under way is found among the events
   * followed, or still in the queue and decided again; the fact of the recovery moves the head and so defeats a
   * statement that the lost connection may still be waiting with.
   */
  async #recover(cause: Error, unknown = 0): Promise<void> {
    this.#takeBackFlying();
    this.#mode = "recovering";
    this.counts.recoveries += 1;
    this.#options.onTrouble?.("the connection to the database was lost", cause);
    for (let wait = o.RECOVERY_PAUSE_MIN_MS; this.#isRecovering; wait = longer(wait)) {
      try {
        await this.#session?.close();
        this.#session = await this.#openSession();
        await this.#turn(this.#recovery(unknown));
        if (this.#isRecovering) this.#mode = "running";
      } catch (error) {
        if (isFinal(error)) throw error;
        this.#expire();
        await pause(wait);
      }
    }
  }

  get #isRecovering(): boolean {
    return this.#mode === "recovering";
  }

  #takeBackFlying(): void {
    const commands = this.#flying.flatMap(({ batch }) => batch.decided.map(({ pending }) => pending));
    this.#takeBack();
    this.#queue.putBack(commands);
  }

  #recovery(unknown: number): Pending {
    const commandId = timeOrderedId("recovery", Date.now());
    const submission: Submission = {
      commandId,
      keyed: false,
      requestHash: requestHashOf(commandId),
      actor: SYSTEM,
      owner: SYSTEM,
      at: Date.now(),
      reads: { streams: [{ kind: logStreams, name: recoveryStream }], holdings: [] },
      decide: () => recordRecovery(unknown),
    };
    return this.#pending(submission, () => undefined);
  }

  /** Answers what was held too long; its outcome stays open, and asking again with the same id finds it. */
  #expire(): void {
    const now = performance.now();
    for (const pending of [...this.#queue.all()]) {
      if (pending.heldUntil <= now) this.#settle(pending, unavailable("database_away", 1_000));
    }
  }

  #settle(pending: Pending, outcome: Outcome): void {
    if (pending.settled) return;
    settle(pending, outcome);
    if (this.#queue.find(pending.submission.commandId) === pending) this.#queue.forget(pending);
  }

  async #openSession(): Promise<AppendSession> {
    const session = await this.#options.db.openAppendSession(o.SESSION_TIMEOUTS);
    session.onLost((error) => {
      const idle = this.#session === session && this.#flying.length === 0;
      if (idle && this.#mode === "running") void this.#alone(() => this.#recover(error));
    });
    return session;
  }

  /** Stops writing for good: the log holds what this program does not understand, or has lost what it had. */
  #halt(error: Error): void {
    if (this.#mode === "stopped") return;
    this.#mode = "halted";
    this.#options.onTrouble?.("the writer has stopped", error);
    for (const pending of [...this.#queue.all()]) this.#settle(pending, unavailable("database_away", 5_000));
  }
}

/** Whose commands are bounded by the process's queue alone. */
export const SYSTEM = "system";

class FarBehindError extends Error {
  override readonly name = "FarBehindError";
}

/** The log is shorter than what this process has seen acknowledged: an old copy was put in its place. */
export class LogRewoundError extends Error {
  override readonly name = "LogRewoundError";

  constructor(found: Head, known: Head) {
    super(
      `The log ends at position ${found.position}, but position ${known.position} was acknowledged before.`,
    );
  }
}

/** Errors after which the writer must not go on: the log is not what this program takes it to be. */
const isFinal = (error: unknown): boolean =>
  error instanceof UnknownEventError || error instanceof LogRewoundError || error instanceof InvariantError;

const UNIQUE_VIOLATION = "23505";
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
const longer = (wait: number): number => Math.min(wait * 2, o.RECOVERY_PAUSE_MAX_MS);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
