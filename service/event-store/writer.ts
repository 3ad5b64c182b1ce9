import { UnreadableEventError } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { AppendSession } from "#service/db/append-session.ts";
import { asError, classify } from "#service/db/errors.ts";
import { checkHeadStatement, isLate } from "./append/append-statement.ts";
import { BATCH_EVENTS_MAX, type Batch, type Head } from "./append/batch.ts";
import { LockedAppend } from "./append/locked-append.ts";
import { outcomeOf, unavailable } from "./append/outcomes.ts";
import { OWNER_COMMANDS_MAX, QUEUE_COMMANDS_MAX } from "./commands/command-queue.ts";
import type { Outcome, Submission } from "./commands/submission.ts";
import * as follow from "./follow.ts";
import type { CacheEntry } from "./states/cache.ts";
import { unpin } from "./states/state-loader.ts";
import { type Flight, WriterCore } from "./writer-core.ts";
import * as o from "./writer-options.ts";

/** The only way to append: decides what queued during the last batch, and appends it if the head has not moved. */
export class Writer {
  readonly #core: WriterCore;
  readonly #lockedAppend: LockedAppend;
  /** Set while a turn, a catch-up or a recovery has the log to itself. */
  #exclusive = false;
  #scheduled = false;
  #poll: NodeJS.Timeout | null = null;

  constructor(options: o.WriterOptions) {
    this.#core = new WriterCore(options, (position) => {
      if (position > this.#core.speculativeHead.position) void this.#followOthers();
    });
    this.#lockedAppend = new LockedAppend(this.#core, () => this.#openSession());
  }

  /** The number of its log. */
  get logId(): number {
    return this.#core.logId;
  }

  /** The newest committed head that this process knows. */
  get head(): Head {
    return this.#core.committedHead;
  }

  get counts(): Readonly<o.WriterCounts> {
    return this.#core.counts;
  }

  /** Whether commands are taken: false while the database is away, and once the writer has stopped. */
  get isTakingCommands(): boolean {
    return this.#core.mode === "running";
  }

  /** The acknowledged events that the log lacks, for which the writer has stopped; null if it lacks none. */
  get lostLog(): string | null {
    const { haltedBy } = this.#core;
    return haltedBy instanceof follow.LogRewoundError ? haltedBy.message : null;
  }

  /** Opens the append connection and begins to take commands. @throws when the database cannot be reached */
  async start(): Promise<void> {
    const core = this.#core;
    const session = await this.#openSession();
    core.session = session;
    const [row] = await session.send(follow.readHeadStatement(core.logId));
    core.advance(follow.headOf(row));
    core.loader.sawForeign(core.committedHead.position);
    core.mode = "running";
    await core.announcer.start();
    this.#poll = setInterval(() => void this.#followOthers(), o.FOLLOW_POLL_MS);
    this.#poll.unref();
  }

  /** Takes no more commands, waits a bounded time for the open ones, and closes the connection. */
  async stop(): Promise<void> {
    const core = this.#core;
    if (core.mode === "stopped") return;
    const until = performance.now() + o.STOP_MAX_MS;
    if (this.#poll !== null) clearInterval(this.#poll);
    while (core.mode === "running" && core.queue.open > 0 && performance.now() < until) await tick();
    core.mode = "stopped";
    core.settleAll(() => true, unavailable("stopped", o.RETRY_AFTER_MS));
    await core.announcer.stop();
    await core.session?.close();
  }

  /**
   * Takes a command and answers when its outcome is certain: in the log at a position, refused by a rule on the newest
   * state, or not taken. A command sent twice gets the first one's answer.
   */
  submit<A extends JsonObject>(submission: Submission<A>): Promise<Outcome<A>> {
    return new Promise<Outcome>((resolve) => {
      const same = this.#core.queue.find(submission.commandId);
      const known = this.#answerAtOnce(submission, same !== undefined);
      if (known !== null) return resolve(known);
      if (same !== undefined) {
        if (same.followers.length >= OWNER_COMMANDS_MAX)
          return resolve(unavailable("owner_queue_full", o.RETRY_AFTER_MS));
        const again = () => void this.submit(submission).then(resolve);
        same.followers.push({ requestHash: submission.requestHash, resolve, again });
        return;
      }
      this.#core.queue.add(this.#core.pending(submission, resolve));
      this.#schedule();
    }) as Promise<Outcome<A>>;
  }

  /**
   * Reserves one of an owner's places for a command that is costly to prepare, so that no more are prepared at once
   * than may be queued. Release the place right before the command is sent.
   * @returns releases it; null when the owner has no place left
   */
  reserve(owner: string): (() => void) | null {
    const { queue } = this.#core;
    return queue.openOf(owner) >= OWNER_COMMANDS_MAX ? null : queue.reserve(owner);
  }

  /** The answer to a command that needs no batch: it is in the log, or cannot be taken now; null if it needs one. */
  #answerAtOnce({ commandId, keyed, requestHash, owner }: Submission, waits: boolean): Outcome | null {
    const { queue, recent, mode } = this.#core;
    const committed = keyed ? recent.get(commandId) : undefined;
    if (committed !== undefined) return outcomeOf(committed, requestHash);
    if (waits) return null;
    if (mode === "stopped") return unavailable("stopped", o.RETRY_AFTER_MS);
    if (!this.#core.mayHold) return unavailable("database_away", o.RETRY_AFTER_MS);
    if (queue.open >= QUEUE_COMMANDS_MAX) return unavailable("queue_full", o.RETRY_AFTER_MS);
    const ownerIsFull = owner !== o.SYSTEM && queue.openOf(owner) >= OWNER_COMMANDS_MAX;
    return ownerIsFull ? unavailable("owner_queue_full", o.RETRY_AFTER_MS) : null;
  }

  /** Runs the pump after the current turn of the event loop, so that commands arriving in it share a batch. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const core = this.#core;
    const { session, queue } = core;
    if (session === null || core.mode !== "running" || this.#exclusive) return;
    while (core.flying.length < session.depth && queue.waiting > 0) {
      const alone = core.turnsLeft > 0 || queue.hasSuspects;
      if (alone && core.flying.length > 0) return;
      if (core.turnsLeft > 0) {
        void this.#alone(() => this.#lockedAppend.turn());
        return;
      }
      const last = core.flying.at(-1);
      if (last !== undefined && isTooSoon(last.batch.decided.length, queue.waiting)) return;
      const batch = core.newBatch();
      const share = Math.ceil(queue.waiting / (session.depth - core.flying.length));
      const most = Math.max(share, o.BATCH_COMMANDS_MIN);
      const size = isTooSoon(most, queue.waiting - most) ? queue.waiting : most;
      const taken = queue.take(Math.min(size, BATCH_EVENTS_MAX));
      queue.putBack(core.decideInto(batch, taken));
      this.#load(batch);
      if (batch.decided.length > 0) this.#send(session, batch);
      else batch.undo();
      if (!alone) continue;
      // The suspects may have been answered meanwhile.
      if (core.flying.length === 0) this.#schedule();
      return;
    }
  }

  #load({ cacheMisses }: Batch): void {
    if (cacheMisses.length === 0) return;
    const { loader, options, queue } = this.#core;
    const commands = [...new Set(cacheMisses.map(({ pending }) => pending))];
    const needs = cacheMisses.map(({ need }) => need);
    inTime(loader.load(needs, options.db)).then(
      (loaded) => {
        // If it cannot be loaded now, a turn loads it on the writer's own connection, with the head locked.
        if (loaded === null) this.#core.turnsLeft = Math.max(this.#core.turnsLeft, 1);
        for (const { pending, need } of cacheMisses) if (!pending.settled) loader.hold(pending, need);
        unpin(loaded ?? []);
        queue.putBack(commands);
        this.#schedule();
      },
      (thrown: unknown) => {
        const error = asError(thrown);
        if (error instanceof UnreadableEventError) return this.#core.halt(error);
        this.#lockedAppend.tryApart(commands, error);
        this.#schedule();
      },
    );
  }

  #send(session: AppendSession, batch: Batch): void {
    const core = this.#core;
    const flight: Flight = { batch, answer: "waiting" };
    core.speculativeHead = batch.seal();
    core.flying.push(flight);
    const onlyRefusals = batch.events.length === 0;
    const statement = onlyRefusals
      ? checkHeadStatement(batch, core.logId)
      : core.appendStatement(batch, core.logId);
    session.send(statement).then(
      (rows) => this.#landed(flight, rows.length === 1 ? "hit" : "miss"),
      (error: unknown) => this.#landed(flight, asError(error)),
    );
  }

  #landed(flight: Flight, answer: "hit" | "miss" | Error): void {
    const core = this.#core;
    flight.answer = answer;
    if (!core.flying.includes(flight)) return;
    while (core.flying[0]?.answer === "hit") {
      const { batch } = core.flying.shift() as Flight;
      core.committed(batch);
    }
    const allAnswered = core.flying.every((other) => other.answer !== "waiting");
    if (core.flying.length > 0 && allAnswered) void this.#alone(() => this.#lost());
    this.#schedule();
  }

  /** The oldest batch in flight was not committed, so none after it was: undoes all and finds out why. */
  async #lost(): Promise<void> {
    const core = this.#core;
    const answers = core.flying.map(({ answer }) => answer);
    const [first = [], ...later] = core.takeBack();
    const away = answers
      .filter((answer) => answer instanceof Error)
      .find((error) => classify(error) === "retry");
    // A fault of a later batch shows again once that batch is the oldest.
    const [answer] = answers;
    if (away === undefined && answer instanceof Error) {
      core.queue.putBack(later.flat());
      if (isLate(answer)) return this.#lockedAppend.late(first);
      return this.#lockedAppend.refusedByDatabase(first, answer);
    }
    core.queue.putBack([...first, ...later.flat()]);
    if (away !== undefined) return this.#lockedAppend.recover(away, first.length + later.flat().length);
    core.counts.misses += 1;
    core.turnsLeft = o.TURNS_AFTER_RIVAL;
    await this.#lockedAppend.turn();
  }

  /** Runs `work` while nothing else of this process appends. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#exclusive) return;
    this.#exclusive = true;
    try {
      await work();
    } catch (error) {
      this.#core.halt(asError(error));
    } finally {
      this.#exclusive = false;
      this.#schedule();
    }
  }

  /** Follows other processes while there is nothing to append. */
  async #followOthers(): Promise<void> {
    const { flying, queue, mode } = this.#core;
    const idle = flying.length === 0 && queue.waiting === 0;
    if (mode === "running" && idle) await this.#alone(() => this.#lockedAppend.catchUp());
  }

  async #openSession(): Promise<AppendSession> {
    const core = this.#core;
    const session = await core.options.db.openAppendSession(o.SESSION_TIMEOUTS);
    session.onLost((error) => {
      // A batch in flight fails by itself and starts the recovery.
      if (core.session !== session || core.flying.length > 0 || core.mode !== "running") return;
      void this.#alone(() => this.#lockedAppend.recover(error, 0));
    });
    return session;
  }
}

/**
 * The loaded entries; null when they take too long or are unavailable at the moment. Loads use a pool of connections,
 * where others may be ahead of them and where a silent connection may be the next.
 */
function inTime(loading: Promise<readonly CacheEntry[] | null>): Promise<readonly CacheEntry[] | null> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolve(null);
    }, o.LOAD_MAX_MS);
    const fail = (error: unknown): void => (classify(error) === "retry" ? resolve(null) : reject(error));
    const give = (loaded: readonly CacheEntry[] | null): void =>
      isLate ? unpin(loaded ?? []) : resolve(loaded);
    loading.then(give, fail).finally(() => clearTimeout(timer));
  });
}

/**
 * Whether so few commands wait behind a batch that they wait until more have come or it has landed. A statement costs
 * the database as much as some twenty commands, and a batch that waits behind another one gains nothing by being small.
 */
const isTooSoon = (batch: number, waiting: number): boolean => waiting < o.NEXT_BATCH_SHARE * batch;

/** Waits for pending work of the event loop, PGlite's answers included. */
const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
