import type { Topic } from "#domain/features/topics.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { asError } from "#service/db/errors.ts";
import type { Access } from "#service/http/access/access.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Line } from "./line.ts";
import type { StreamParameter } from "./stream-extension.ts";

/** A reader this many bytes behind is cut off; they resume from a snapshot. */
export const UNWRITTEN_BYTES_MAX = 64 * 1024;
/** How long a reading waits for the read models before it is postponed, in milliseconds. */
const READ_WITHIN_MS = 2_000;
/** How long a room is paused after a failed reading, in quarters of a second. */
const BEATS_AFTER_TROUBLE = 4;

/** A room's message: a name and its data. */
export interface Frame {
  readonly name: string;
  readonly data: object;
}

/** A kind of rooms, as a feature declares it. `S` contains only what everybody in the room may see, no secrets. */
export interface RoomKind<S> {
  /** The parameter of the stream's address that names the room. */
  readonly parameter: StreamParameter;
  /** The read models that a room is read from. */
  readonly models: readonly string[];
  /** The topic that listeners in a room do not receive: its frames carry more. */
  readonly insteadOf?: Topic;
  /** Whether a caller may listen, asked when their stream begins; everybody may if absent. */
  mayListen?(caller: Caller | null, access: Access): Promise<boolean>;
  /** The room as of a position of the log, or later; null if there is no such room. */
  read(key: string, last: { readonly state: S | null; readonly position: number }): Promise<S | null>;
  /** The full state, for newcomers. */
  snapshot(state: S): readonly Frame[];
  /** The changes between two readings; null if unknown, so that everybody gets the snapshot. */
  deltas(before: S, after: S): readonly Frame[] | null;
  /** Changes without an event, asked for every quarter of a second. @param sinceMs since the last call */
  ticks?(state: S, sinceMs: number): readonly Frame[];
  /** Whether it must be read again although nothing has happened. */
  isStale?(state: S): boolean;
  /** The room that an event changes; null for none. */
  roomOf?(event: RecordedEvent): string | null;
}

export interface RoomsOptions {
  readonly reads: {
    whenReached(names: readonly string[], position: number, timeoutMs: number): Promise<boolean>;
  };
  /** The position of the newest known event. */
  readonly head: () => number;
  readonly scheduler: Scheduler;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** One room with listeners. */
export class Room<S> {
  readonly key: string;
  readonly #kind: RoomKind<S>;
  /** Listeners, with the bytes that each may leave unwritten. */
  readonly #listeners = new Map<Line, number>();
  /** Listeners without a snapshot yet. */
  readonly #newcomers = new Set<Line>();
  #seen: { readonly state: S } | null = null;
  /** The snapshot for newcomers, while it is current. */
  #snapshot: Buffer | null = null;
  /** The position of the newest change not yet read; null for none. */
  #changedAt: number | null = null;
  #isReading = false;
  /** Beats until the next reading is allowed. */
  #pause = 0;
  #tickedAt = performance.now();

  constructor(key: string, kind: RoomKind<S>) {
    this.key = key;
    this.#kind = kind;
  }

  get isEmpty(): boolean {
    return this.#listeners.size + this.#newcomers.size === 0;
  }

  /** Whether it must be read. */
  get isDue(): boolean {
    return this.#changedAt !== null && !this.#isReading && this.#pause === 0;
  }

  add(line: Line): void {
    this.#newcomers.add(line);
    this.#welcome();
  }

  remove(line: Line): void {
    this.#newcomers.delete(line);
    this.#listeners.delete(line);
  }

  /** @param position of the head, or of the event that changed it */
  changed(position: number): void {
    this.#changedAt = Math.max(this.#changedAt ?? 0, position);
  }

  /** Called every quarter of a second. A room about to be read sends its ticks with the reading. */
  beat(head: number): void {
    this.#snapshot = null;
    this.#pause = Math.max(0, this.#pause - 1);
    if (this.#seen === null) return;
    if (this.#kind.isStale?.(this.#seen.state)) this.changed(head);
    if (!this.isDue) this.#tell(this.#ticks(this.#seen.state));
  }

  /** Reads and sends changes. Never fails: a failed reading is repeated later. */
  async read({ reads, onTrouble }: Pick<RoomsOptions, "reads" | "onTrouble">): Promise<void> {
    if (!this.isDue || this.#changedAt === null) return;
    const position = this.#changedAt;
    this.#changedAt = null;
    this.#isReading = true;
    try {
      if (!(await reads.whenReached(this.#kind.models, position, READ_WITHIN_MS)))
        throw new Error("the read models are behind");
      const before = this.#seen?.state ?? null;
      const state = await this.#kind.read(this.key, { state: before, position });
      if (state === null) this.#end();
      else this.#show(state);
    } catch (error) {
      this.changed(position);
      this.#pause = BEATS_AFTER_TROUBLE;
      onTrouble("a room could not be read", asError(error));
    } finally {
      this.#isReading = false;
    }
  }

  #show(state: S): void {
    const frames = this.#seen === null ? [] : this.#kind.deltas(this.#seen.state, state);
    this.#seen = { state };
    this.#snapshot = null;
    if (frames === null) for (const line of this.#listeners.keys()) this.#newcomers.add(line);
    else this.#tell([...frames, ...this.#ticks(state)]);
    this.#welcome();
  }

  #ticks(state: S): readonly Frame[] {
    const now = performance.now();
    const sinceMs = now - this.#tickedAt;
    this.#tickedAt = now;
    return this.#kind.ticks?.(state, sinceMs) ?? [];
  }

  /** The room does not exist: its visitors receive nothing. */
  #end(): void {
    this.#newcomers.clear();
    this.#listeners.clear();
  }

  /** Writes one buffer to everybody, and cuts off slow readers. */
  #tell(frames: readonly Frame[]): void {
    if (frames.length === 0 || this.#listeners.size === 0) return;
    const messages = written(frames);
    for (const [line, unwrittenMax] of this.#listeners) {
      if (line.unwritten <= unwrittenMax) line.write(messages);
      else {
        this.remove(line);
        line.cut();
      }
    }
  }

  #welcome(): void {
    if (this.#seen === null || this.#newcomers.size === 0) return;
    this.#snapshot ??= written([
      { name: "snapshot", data: { room: this.#kind.parameter.name } },
      ...this.#kind.snapshot(this.#seen.state),
    ]);
    for (const line of this.#newcomers) {
      line.write(this.#snapshot);
      this.#listeners.set(line, this.#snapshot.length + UNWRITTEN_BYTES_MAX);
    }
    this.#newcomers.clear();
  }
}

/** Frames as server-sent events. None has an id: `Last-Event-ID` stays a position of the log. */
const written = (frames: readonly Frame[]): Buffer =>
  Buffer.from(frames.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(""));
