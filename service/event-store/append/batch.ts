import type { Refusal } from "#domain/kernel/decision.ts";
import {
  type NewEvent,
  problemOfStreams,
  type RecordedEvent,
  type StreamName,
} from "#domain/kernel/events/event.ts";
import {
  type EventTypes,
  type StreamKind,
  type StreamRead,
  upcast,
} from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { canonicalJson, holdsNul } from "#domain/kernel/json.ts";
import type { Account, Asset, LeastHolding } from "#domain/ledger/account.ts";
import {
  type EntryPlace,
  entriesBetween,
  entryNumber,
  LEGS_MAX,
  TOO_MANY_LEGS,
} from "#domain/ledger/entry-number.ts";
import { isBalanced, type Posting } from "#domain/ledger/posting.ts";
import { RUN_ENTRIES_MAX } from "#projections/kernel/events/entry-runs.ts";
import { asError } from "#service/db/errors.ts";
import type { Decided, Pending } from "#service/event-store/commands/pending.ts";
import type { LogView, Reads, Submission } from "#service/event-store/commands/submission.ts";
import { type Need, NotLoaded } from "#service/event-store/states/not-loaded.ts";
import {
  type HoldingEntry,
  type States,
  type StreamEntry,
  UndoList,
} from "#service/event-store/states/states.ts";
import { AppendColumns } from "./append-columns.ts";
import type { ChainHashing } from "./hashing.ts";
import type { CommandSecrets } from "./secrets.ts";
import type { SideTable } from "./side-tables.ts";

/** The head of a log: its newest position, block, chain hash and time (milliseconds). */
export interface Head {
  readonly position: number;
  readonly block: number;
  readonly hash: Uint8Array;
  readonly recordedAt: number;
}

/** A batch takes no further command at this many events, or this many characters of payloads and answers. */
export const BATCH_EVENTS_MAX = 512;
export const BATCH_CHARACTERS_MAX = 256 * 1024;
/** A stream gets a new snapshot after this many events. */
export const SNAPSHOT_EVERY = 500;

export interface StreamSnapshot {
  readonly entry: StreamEntry;
  readonly version: number;
  readonly position: number;
  readonly state: unknown;
}

/** How many of the last found holdings are remembered: most events move no more. */
const LAST_HOLDINGS = 3;

let batchesMade = 0;

/** Between commands no secret can be opened. */
const NO_SECRETS: CommandSecrets = { begin: () => {}, used: [] };

/** Commands decided together and their rows. Changes in memory are provisional until `settle`; see `undo`. */
export class Batch {
  readonly start: Head;
  readonly columns: AppendColumns;
  readonly decided: { readonly pending: Pending; readonly result: Decided }[] = [];
  /** Commands that hit a cache miss, with the missing part. */
  readonly cacheMisses: { readonly pending: Pending; readonly need: Need }[] = [];
  readonly events: RecordedEvent[] = [];
  readonly snapshots: StreamSnapshot[] = [];
  readonly #id: number;
  readonly #logId: number;
  readonly #hashing: ChainHashing;
  readonly #eventTypes: EventTypes;
  readonly #leastHolding: LeastHolding;
  readonly #view: StatesView;
  readonly #undo = new UndoList();
  readonly #streams = new Set<StreamEntry>();
  readonly #holdings: HoldingEntry[] = [];
  #recordedAt: number;
  /** Deadline for writing it, by the database's clock in milliseconds; null for none. */
  validBefore: number | null = null;
  #root: Uint8Array | null = null;
  #end: Head | null = null;

  constructor(options: {
    readonly start: Head;
    readonly states: States;
    readonly logId: number;
    readonly hashing: ChainHashing;
    readonly sideTables: readonly SideTable[];
    readonly eventTypes: EventTypes;
    readonly leastHolding: LeastHolding;
  }) {
    batchesMade += 1;
    this.#id = batchesMade;
    this.start = options.start;
    this.#view = new StatesView(options.states);
    this.#logId = options.logId;
    this.#hashing = options.hashing;
    this.#eventTypes = options.eventTypes;
    this.#leastHolding = options.leastHolding;
    this.#recordedAt = options.start.recordedAt;
    this.columns = new AppendColumns(options.sideTables);
  }

  get isFull(): boolean {
    return this.events.length >= BATCH_EVENTS_MAX || this.columns.characters >= BATCH_CHARACTERS_MAX;
  }

  /**
   * Decides one command on the tip and applies its changes, all or none.
   * @returns null when it was decided, else its cache misses
   */
  decide(pending: Pending): readonly Need[] | null {
    const events = this.events.length;
    const holdings = this.#holdings.length;
    const recordedAt = this.#recordedAt;
    const { validBefore } = this;
    this.#undo.mark();
    this.columns.mark();
    try {
      const result = this.#run(pending);
      this.decided.push({ pending, result });
      return null;
    } catch (error) {
      this.#undo.undoToMark();
      this.#letGo(holdings);
      this.columns.cutToMark();
      this.events.length = events;
      this.#recordedAt = recordedAt;
      this.validBefore = validBefore;
      if (error instanceof NotLoaded) return error.needs;
      this.decided.push({ pending, result: { kind: "failed", error: asError(error) } });
      return null;
    }
  }

  #run(pending: Pending): Decided {
    const { submission, secrets } = pending;
    const { writtenWithinMs } = submission;
    const now = writtenWithinMs === undefined ? 0 : Date.now();
    const own = writtenWithinMs === undefined ? submission.at : submission.at + (now - pending.takenAt);
    const at = Math.max(own, this.#recordedAt);
    secrets.begin();
    this.#view.begin(at, secrets);
    const begun = submission.begins && this.#begun(submission.begins);
    if (begun) return { kind: "refused", refusal: begun };
    const decision = submission.decide(this.#view);
    if ("refused" in decision) return { kind: "refused", refusal: decision.refused };
    invariant(decision.events.length > 0, "an accepted command has at least one event");
    invariant(decision.events.length <= BATCH_EVENTS_MAX, "a command fits into a batch");
    this.#recordedAt = at;
    if (writtenWithinMs !== undefined)
      this.validBefore = Math.min(now + writtenWithinMs, this.validBefore ?? Number.MAX_SAFE_INTEGER);
    this.#appendAll(decision.events, { pending, at });
    const position = this.start.position + this.events.length;
    const text = JSON.stringify(decision.answer);
    this.columns.command({ submission, position, text, sideRows: secrets.used });
    return { kind: "accepted", position, answer: decision.answer, text };
  }

  /**
   * Appends the events of a command. All holdings not in memory are reported in one NotLoaded: one load for each of
   * forty copies of items would exceed the loads of a turn.
   */
  #appendAll(
    events: readonly NewEvent[],
    { pending, at }: { readonly pending: Pending; readonly at: number },
  ): void {
    try {
      for (let index = 0; index < events.length; index += 1)
        this.#append(events[index] as NewEvent, { pending, index, at });
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      const holdings = events
        .flatMap(({ postings }) => postings)
        .filter(({ account, asset }) => !this.#view.hasHolding(account, asset))
        .map(({ account, asset }) => ({ holding: { account, asset } }));
      throw new NotLoaded(...error.needs, ...holdings);
    }
  }

  /** Releases the holdings touched by a command that was undone, so that the batch writes nothing for them. */
  #letGo(from: number): void {
    for (const holding of this.#holdings.splice(from)) {
      holding.batch = 0;
      holding.pins -= 1;
    }
  }

  /** The refusal to begin a stream that already exists. */
  #begun({ kind, name }: StreamRead): Refusal | null {
    const { version } = this.#view.entry(kind as StreamEntry["kind"], name);
    if (version === 0) return null;
    return {
      code: "version_conflict",
      detail: `The stream is at version ${version}, and absent was expected.`,
      facts: { version },
    };
  }

  #append(
    event: NewEvent,
    from: { readonly pending: Pending; readonly index: number; readonly at: number },
  ): void {
    const { submission } = from.pending;
    invariant(isBalanced(event.postings), `the postings of ${event.type} sum to zero for every asset`);
    invariant(event.postings.length <= LEGS_MAX, TOO_MANY_LEGS);
    const entry = this.#streamToWrite(event.stream, submission);
    // Not by a spread, which costs as much as the hash.
    const recorded: RecordedEvent & { alsoIn?: readonly StreamName[] } = {
      type: event.type,
      schemaVersion: event.schemaVersion,
      stream: event.stream,
      payload: event.payload,
      postings: event.postings,
      position: this.start.position + this.events.length + 1,
      version: entry.version + 1,
      eventId: `${submission.commandId}.${from.index}`,
      commandId: submission.commandId,
      actor: submission.actor,
      recordedAt: from.at,
    };
    if (event.alsoIn !== undefined) recorded.alsoIn = event.alsoIn;
    const deltas = this.#post(recorded);
    const present = upcast(recorded, this.#eventTypes);
    this.#fold(entry, present);
    entry.version = recorded.version;
    if (event.alsoIn !== undefined) this.#foldFurther(event.alsoIn, present, submission);
    const payload = canonicalJson(event.payload);
    // It would stay in the log, and no read model could read it.
    invariant(!holdsNul(payload), `the payload of ${event.type} can be read in SQL`);
    const leaf = this.#hashing.leaf({
      log: this.#logId,
      stream: recorded.stream,
      alsoIn: recorded.alsoIn,
      version: recorded.version,
      type: recorded.type,
      schemaVersion: recorded.schemaVersion,
      eventId: recorded.eventId,
      commandId: recorded.commandId,
      actor: recorded.actor,
      recordedAt: recorded.recordedAt,
      payload,
      postings: recorded.postings,
    });
    this.columns.event(recorded, { payload, deltas, leaf });
    this.events.push(recorded);
  }

  #fold(entry: StreamEntry, event: RecordedEvent): void {
    this.#undo.stream(entry);
    entry.state = entry.kind.evolve(entry.state, event, entry.name);
    entry.unsaved += 1;
  }

  /** Folds an event into its further streams. All must be in memory, or a pending load would lose the event. */
  #foldFurther(alsoIn: readonly StreamName[], event: RecordedEvent, submission: Submission): void {
    const problem = problemOfStreams(event.stream, alsoIn);
    invariant(problem === null, problem ?? "");
    for (const name of alsoIn) this.#fold(this.#streamToWrite(name, submission), event);
  }

  /** A stream that an event is folded into, pinned in memory until the batch is in the log. */
  #streamToWrite(name: StreamName, submission: Submission): StreamEntry {
    const entry = this.#view.known(name);
    if (entry === undefined) {
      const read = submission.reads().streams.find((stream) => stream.name === name);
      invariant(read !== undefined, `the stream ${name} is read by the command that writes it`);
      throw new NotLoaded({ stream: read });
    }
    if (!this.#streams.has(entry)) {
      this.#streams.add(entry);
      entry.pins += 1;
    }
    return entry;
  }

  /** @returns the deltas of the postings, as the event's row stores them */
  #post({ position, type, postings }: RecordedEvent): string {
    let isBelowZero = false;
    let deltas = "";
    for (let leg = 0; leg < postings.length; leg += 1) {
      const { account, asset, delta } = postings[leg] as Posting;
      const holding = this.#view.holdingEntry(account, asset);
      if (holding.batch !== this.#id) {
        holding.batch = this.#id;
        holding.pins += 1;
        this.#holdings.push(holding);
      }
      this.#undo.holding(holding);
      if (holding.number === "") this.#open(holding, entryNumber(position, leg));
      holding.amount += delta;
      isBelowZero ||= holding.amount < 0n;
      const change = String(delta);
      deltas = leg === 0 ? change : `${deltas},${change}`;
      this.#enter(holding, { position, leg }, change);
    }
    if (isBelowZero) this.#guard(type, postings);
    return deltas;
  }

  #enter(holding: HoldingEntry, at: EntryPlace, delta: string): void {
    const { run } = holding;
    if (run !== null && run.length < RUN_ENTRIES_MAX) {
      const entries = `${run.entries},{${entriesBetween(run, at)},${delta},${holding.amount}}`;
      holding.run = { position: run.position, leg: run.leg, entries, length: run.length + 1 };
      return;
    }
    if (run !== null) this.columns.run(holding.number, run);
    const entries = `{0,${delta},${holding.amount}}`;
    holding.run = { position: at.position, leg: at.leg, entries, length: 1 };
  }

  #open(holding: HoldingEntry, number: string): void {
    this.#undo.opened(holding);
    holding.number = number;
    holding.openedBy = this.#id;
  }

  /** @throws InvariantError when an event leaves an account with less than it may hold */
  #guard(type: string, postings: readonly Posting[]): void {
    for (const { account, asset } of postings) {
      const { amount } = this.#view.holdingEntry(account, asset);
      const least = this.#leastHolding(account, asset);
      invariant(
        least === null || amount >= least,
        `${type} leaves ${account} with at least ${least} of ${asset}`,
      );
    }
  }

  /** Closes the batch: computes its block and the new head. Without events both stay. */
  seal(): Head {
    if (this.#end !== null) return this.#end;
    if (this.events.length === 0) {
      this.#end = this.start;
      return this.start;
    }
    const number = this.start.block + 1;
    const from = this.start.position + 1;
    const to = this.start.position + this.events.length;
    this.#root = this.#hashing.root(this.columns.leaves());
    const hash = this.#hashing.block({ number, from, to, previous: this.start.hash, root: this.#root });
    for (const holding of this.#holdings) {
      if (holding.run !== null) this.columns.run(holding.number, holding.run);
      holding.run = null;
      if (holding.openedBy === this.#id) this.columns.openedHolding(holding);
      else this.columns.holding(holding);
    }
    for (const entry of this.#streams) {
      if (entry.unsaved < SNAPSHOT_EVERY) continue;
      entry.unsaved = 0;
      this.snapshots.push({ entry, version: entry.version, position: to, state: entry.state });
    }
    this.#end = { position: to, block: number, hash, recordedAt: this.#recordedAt };
    return this.#end;
  }

  /** The Merkle root of a sealed batch that has events. */
  get root(): Uint8Array {
    invariant(this.#root !== null, "the batch is sealed and has events");
    return this.#root;
  }

  /** Unpins what the batch touched, once it is in the log. */
  settle(): void {
    for (const entry of this.#streams) entry.pins -= 1;
    for (const entry of this.#holdings) entry.pins -= 1;
  }

  /** Takes back every change in memory. Batches are undone newest first. */
  undo(): void {
    this.#undo.undo();
    for (const { entry } of this.snapshots) entry.unsaved = SNAPSHOT_EVERY;
    this.settle();
  }
}

/** The states as decisions see them; one per batch, reset for each command. */
class StatesView implements LogView {
  at = 0;
  secrets: CommandSecrets = NO_SECRETS;
  readonly #states: States;
  /** Streams found by this command: it names the same few repeatedly, and nothing is loaded or dropped meanwhile. */
  #lastStream: StreamEntry | null = null;
  readonly #lastHoldings: (HoldingEntry | null)[] = new Array<null>(LAST_HOLDINGS).fill(null);
  #nextPlace = 0;

  constructor(states: States) {
    this.#states = states;
  }

  begin(at: number, secrets: CommandSecrets): void {
    this.at = at;
    this.secrets = secrets;
    this.#lastStream = null;
    this.#lastHoldings.fill(null);
  }

  stream<S>({ kind, name }: StreamRead<S>): S {
    return this.entry(kind as StreamKind<unknown>, name).state as S;
  }

  holding(account: Account, asset: Asset): bigint {
    return this.holdingEntry(account, asset).amount;
  }

  /** @throws NotLoaded for all of them that are not in memory */
  needs({ streams, holdings = [] }: Reads): void {
    const missing: Need[] = [
      ...streams.filter(({ name }) => this.known(name) === undefined).map((stream) => ({ stream })),
      ...holdings.filter((one) => !this.hasHolding(one.account, one.asset)).map((holding) => ({ holding })),
    ];
    if (missing.length > 0) throw new NotLoaded(...missing);
  }

  /** @throws NotLoaded when the stream is not in memory */
  entry(kind: StreamKind<unknown>, name: StreamName): StreamEntry {
    const entry = this.known(name);
    if (entry === undefined) throw new NotLoaded({ stream: { kind, name } });
    return entry;
  }

  /** A stream, if it is in memory. */
  known(name: StreamName): StreamEntry | undefined {
    if (this.#lastStream?.name === name) return this.#lastStream;
    const entry = this.#states.streams.get(name);
    if (entry !== undefined) this.#lastStream = entry;
    return entry;
  }

  /** Whether a holding is in memory. */
  hasHolding(account: Account, asset: Asset): boolean {
    return this.#states.holding(account, asset) !== undefined;
  }

  /** @throws NotLoaded when the holding is not in memory */
  holdingEntry(account: Account, asset: Asset): HoldingEntry {
    for (const last of this.#lastHoldings)
      if (last !== null && last.asset === asset && last.account === account) return last;
    const entry = this.#states.holding(account, asset);
    if (entry === undefined) throw new NotLoaded({ holding: { account, asset } });
    this.#lastHoldings[this.#nextPlace] = entry;
    this.#nextPlace = (this.#nextPlace + 1) % LAST_HOLDINGS;
    return entry;
  }
}
