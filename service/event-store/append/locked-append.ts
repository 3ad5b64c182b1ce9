import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { UnreadableEventError } from "#domain/kernel/events/stream-kind.ts";
import { InvariantError, invariant } from "#domain/kernel/invariant.ts";
import { logStreamKind, recordRecovery, recoveryStream } from "#domain/ledger/recovery.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import type { AppendSession } from "#service/db/append-session.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { lookUpCommands } from "#service/event-store/commands/command-lookup.ts";
import type { Pending } from "#service/event-store/commands/pending.ts";
import * as follow from "#service/event-store/follow.ts";
import type { CacheEntry } from "#service/event-store/states/cache.ts";
import { unpin } from "#service/event-store/states/state-loader.ts";
import type { WriterCore } from "#service/event-store/writer-core.ts";
import * as o from "#service/event-store/writer-options.ts";
import { timeOrderedId } from "#service/ids.ts";
import { isLate } from "./append-statement.ts";
import { BATCH_EVENTS_MAX, type Batch, type Head } from "./batch.ts";
import { requestHashOf } from "./hashing.ts";
import { foundOutcome, unavailable } from "./outcomes.ts";

const UNIQUE_VIOLATION = "23505";
/**
 * Maximum reload rounds for chained reads. Only a memory too small for all commands of a turn needs more: they are
 * then tried in smaller parts.
 */
const LOADS_MAX = 8;

/** Appends with the head locked while other processes write, and recovers after a lost connection. */
export class LockedAppend {
  readonly #core: WriterCore;
  readonly #openSession: () => Promise<AppendSession>;

  constructor(core: WriterCore, openSession: () => Promise<AppendSession>) {
    this.#core = core;
    this.#openSession = openSession;
  }

  /**
   * Locks the head, follows to it, decides the queue and appends it, in one short transaction. It cannot miss the head,
   * so it is used while other processes append. With `only`, decides that command and nothing else.
   */
  async turn(only?: Pending): Promise<void> {
    const core = this.#core;
    const opening = [
      follow.lockHeadStatement(core.logId, core.committedHead.position),
      follow.followStatement(core.logId, core.committedHead.position),
    ];
    let batch: Batch | null = null;
    try {
      core.counts.turns += 1;
      await core.session?.turn(opening, async ([heads, rows], tx) => {
        await this.#follow(follow.nextHeadOf(heads?.[0], core.committedHead), rows ?? [], tx);
        batch = await this.#decide(tx, only === undefined ? core.queue.take(BATCH_EVENTS_MAX) : [only]);
        core.speculativeHead = batch.seal();
        return batch.events.length === 0 ? null : core.appendStatement(batch, core.logId);
      });
      if (batch !== null) core.committed(batch);
    } catch (error) {
      await this.#failed(batch, { error: asError(error), only });
    }
  }

  async #failed(
    batch: Batch | null,
    { error, only }: { readonly error: Error; readonly only: Pending | undefined },
  ): Promise<void> {
    const core = this.#core;
    batch?.undo();
    core.speculativeHead = core.committedHead;
    const commands = (batch?.decided ?? []).map(({ pending }) => pending);
    if (error instanceof FarBehindError) {
      await this.catchUp();
      return this.turn(only);
    }
    if (error instanceof NotDecidedError) {
      if (only !== undefined) throw error.reason;
      return this.tryApart(error.commands, error.reason);
    }
    if (only !== undefined || isFinal(error)) throw error;
    if (isLate(error)) return this.late(commands);
    if (batch !== null && classify(error) !== "retry") return this.refusedByDatabase(commands, error);
    core.queue.putBack(commands);
    await this.recover(error, commands.length);
  }

  /** Folds foreign events up to the locked head, and answers our own commands found among them. */
  async #follow(head: Head, rows: readonly Row[], tx: Sql): Promise<void> {
    const core = this.#core;
    const events = follow.followedEvents(rows, core.options.eventTypes);
    const reached = events.at(-1)?.position ?? core.committedHead.position;
    if (reached < head.position && events.length === follow.FOLLOW_EVENTS_MAX) throw new FarBehindError();
    invariant(reached === head.position, "following ends at the locked head");
    if (events.length > 0) core.turnsLeft = o.TURNS_AFTER_RIVAL;
    else if (core.turnsLeft > 0) core.turnsLeft -= 1;
    await this.#take(events, tx);
    core.advance(head);
  }

  /**
   * Folds events that were not decided here, or whose commit was not confirmed, and answers our commands among them.
   * The commands are looked up first: folded events are not followed again, and a command whose event was passed over
   * would be decided a second time.
   */
  async #take(events: readonly RecordedEvent[], sql: Pick<Sql, "run">): Promise<void> {
    const core = this.#core;
    const ours = [...new Set(events.map((event) => event.commandId))].filter((id) => core.queue.find(id));
    const found = await lookUpCommands(ours, sql);
    core.fold(events);
    for (const [id, committed] of found) {
      const pending = core.queue.find(id);
      if (pending !== undefined) core.settle(pending, foundOutcome(pending, committed));
    }
  }

  /** Decides with the head locked, so that anything missing can be loaded on the spot. */
  async #decide(tx: Sql, commands: readonly Pending[]): Promise<Batch> {
    const { loader, queue } = this.#core;
    const loaded: CacheEntry[] = [];
    try {
      let needs = commands.flatMap(({ submission }) => loader.missing(submission));
      for (let round = 0; ; round += 1) {
        invariant(round < LOADS_MAX, "what the commands of a turn look at fits into memory");
        loaded.push(...(await loader.loadInTurn(needs, tx)));
        const batch = this.#core.newBatch();
        const left = this.#core.decideInto(batch, commands);
        if (batch.cacheMisses.length === 0) {
          queue.putBack(left);
          return batch;
        }
        batch.undo();
        needs = batch.cacheMisses.map(({ need }) => need);
      }
    } catch (error) {
      // The event of a recovery is created for each attempt and never waits in the queue.
      const waiting = commands.filter((pending) => queue.find(pending.submission.commandId) === pending);
      if (classify(error) !== "retry" && !(error instanceof UnreadableEventError))
        throw new NotDecidedError(waiting, asError(error));
      queue.putBack(waiting);
      throw error;
    } finally {
      unpin(loaded);
    }
  }

  /**
   * The database refused a whole batch. A command id older than memory is answered; otherwise the batch is halved until
   * the culprit stands alone, so that one bad command never fails its neighbours.
   */
  async refusedByDatabase(commands: readonly Pending[], error: Error): Promise<void> {
    if (sqlState(error) === UNIQUE_VIOLATION && (await this.#answerOld(commands))) return;
    this.tryApart(commands, error);
  }

  /** A batch missed its deadline: its commands are decided again at their new time, at most LATE_MAX times. */
  late(commands: readonly Pending[]): void {
    const core = this.#core;
    for (const pending of commands) {
      if (pending.submission.writtenWithinMs === undefined) continue;
      pending.late += 1;
      if (pending.late >= o.LATE_MAX) core.settle(pending, unavailable("too_late", o.RETRY_AFTER_MS));
    }
    core.queue.putBack(commands);
  }

  /** One of these commands fails, but which one is unknown: halves them until it stands alone. */
  tryApart(commands: readonly Pending[], error: Error): void {
    const core = this.#core;
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) {
      core.options.onTrouble?.("a command failed", error);
      core.settle(only, { kind: "failed", error });
    } else core.queue.putBackSuspects(commands);
  }

  /** Answers the commands that were in the log already and puts the others back; false if there were none. */
  async #answerOld(commands: readonly Pending[]): Promise<boolean> {
    const { queue } = this.#core;
    try {
      if ((await this.#core.answerKnown(commands, this.#core.own)) === 0) return false;
      queue.putBack(commands);
    } catch (error) {
      // If the look-up of an id fails, the id is at fault: retried, it would hold up all others.
      if (classify(error) !== "retry") return false;
      queue.putBack(commands);
      await this.recover(asError(error), 0);
    }
    return true;
  }

  /** Follows other processes up to the head, in slices, without locking it. */
  async catchUp(): Promise<void> {
    const core = this.#core;
    try {
      for (let full = true; full; ) {
        const statement = follow.catchUpStatement(core.logId, core.committedHead.position);
        const rows = (await core.session?.send(statement)) ?? [];
        const head = follow.nextHeadOf(rows[0], core.committedHead);
        const events = follow.followedEvents(rows, core.options.eventTypes);
        await this.#take(events, core.own);
        const last = events.at(-1);
        full = events.length === follow.FOLLOW_EVENTS_MAX;
        core.advance(full && last !== undefined ? follow.headAfter(head, last) : head);
      }
    } catch (error) {
      // A recovery under way retries by itself.
      if (classify(error) !== "retry" || core.mode !== "running") throw error;
      await this.recover(asError(error), 0);
    }
  }

  /**
   * The connection is lost or unsure: opens another and takes a turn. Commands under way are found among the followed
   * events, or are still in the queue and decided again. The recovery's own event moves the head, so a statement that
   * is still waiting on the lost connection misses it.
   */
  async recover(cause: Error, unknown: number): Promise<void> {
    const core = this.#core;
    core.queue.putBack(core.takeBack().flat());
    if (core.mode !== "running") return;
    core.mode = "recovering";
    core.awaySince = performance.now();
    core.counts.recoveries += 1;
    core.options.onTrouble?.("the connection to the database was lost", cause);
    let wait = o.RECOVERY_PAUSE_MIN_MS;
    while (this.#isRecovering) {
      try {
        await core.session?.close();
        const session = await this.#openSession();
        // Stopped meanwhile: nothing else will close the new session.
        if (!this.#isRecovering) return await session.close();
        core.session = session;
        await this.turn(this.#recovery(unknown));
        if (this.#isRecovering) core.mode = "running";
      } catch (error) {
        if (isFinal(error)) throw error;
        this.#expire();
        await pause(wait);
        wait = Math.min(wait * 2, o.RECOVERY_PAUSE_MAX_MS);
      }
    }
  }

  get #isRecovering(): boolean {
    return this.#core.mode === "recovering";
  }

  #recovery(unknown: number): Pending {
    const { now = Date.now } = this.#core.options;
    const at = now();
    const commandId = timeOrderedId("recovery", at);
    return this.#core.pending(
      {
        commandId,
        keyed: false,
        requestHash: requestHashOf(commandId),
        actor: o.SYSTEM,
        owner: o.SYSTEM,
        at,
        reads: () => ({ streams: [{ kind: logStreamKind, name: recoveryStream }] }),
        decide: () => recordRecovery(unknown),
      },
      () => undefined,
    );
  }

  /** Answers commands held too long. Their outcome stays open; a retry with the same id finds it. */
  #expire(): void {
    const now = performance.now();
    this.#core.settleAll(
      (pending) => pending.heldUntil <= now,
      unavailable("database_away", o.RETRY_AFTER_MS),
    );
  }
}

/** Other processes appended more events than may be read while the head is locked. */
class FarBehindError extends Error {
  override readonly name = "FarBehindError";
}

/** The states of commands could not be loaded for a permanent reason: some stream cannot be read. */
class NotDecidedError extends Error {
  override readonly name = "NotDecidedError";
  readonly commands: readonly Pending[];
  readonly reason: Error;

  constructor(commands: readonly Pending[], reason: Error) {
    super(reason.message);
    this.commands = commands;
    this.reason = reason;
  }
}

/** Errors after which the writer must stop: the log is not what this program assumes. */
const isFinal = (error: unknown): boolean =>
  error instanceof UnreadableEventError ||
  error instanceof follow.LogRewoundError ||
  error instanceof InvariantError;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
