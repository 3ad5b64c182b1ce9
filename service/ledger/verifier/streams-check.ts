import { problemOfStreams, type RecordedEvent, type StreamName } from "#domain/kernel/events/event.ts";
import { snapshotOf } from "#domain/kernel/events/snapshot.ts";
import { kindOf, type StreamKind } from "#domain/kernel/events/stream-kind.ts";
import { canonicalJson, type Json } from "#domain/kernel/json.ts";
import type { LogModel } from "./log-model.ts";
import { expectAt } from "./problem.ts";
import type { StoredEvent, StoredSnapshot } from "./slices.ts";

interface FoldedStream {
  readonly kind: StreamKind<unknown>;
  version: number;
  /** The position of the newest event folded into it. */
  position: number;
  state: unknown;
}

/** Folds every stream again: versions without a gap, only known events, and snapshots that equal the fold. */
export class StreamsCheck {
  readonly #kinds: ReadonlyMap<string, StreamKind<unknown>>;
  readonly #streams = new Map<string, FoldedStream>();
  /** Snapshots that the fold has not reached yet. */
  readonly #snapshots: Map<string, StoredSnapshot>;

  /** @param snapshots at most one per stream */
  constructor(snapshots: readonly StoredSnapshot[], { streamKinds }: Pick<LogModel, "streamKinds">) {
    this.#kinds = new Map(streamKinds.map((kind) => [kind.kind, kind]));
    this.#snapshots = new Map(snapshots.map((snapshot) => [snapshot.stream, snapshot]));
  }

  /** Checks that an event is the next of its stream. @returns the stream's state before it */
  next({ position, stream: name, version, alsoIn }: StoredEvent): unknown {
    const stream = this.#stream(name, position);
    const due = stream.version + 1;
    expectAt(position, version === due, () => {
      return `The event is version ${version} of the stream "${name}", where ${due} is due.`;
    });
    const problem = alsoIn === null ? null : problemOfStreams(name, alsoIn);
    expectAt(position, problem === null, () => `The event's streams are not a list of them: ${problem}.`);
    return stream.state;
  }

  /** Folds an event into its streams. */
  fold(event: RecordedEvent): void {
    this.#fold(event.stream, event).version = event.version;
    for (const further of event.alsoIn ?? []) this.#fold(further, event);
  }

  #fold(name: StreamName, event: RecordedEvent): FoldedStream {
    const stream = this.#stream(name, event.position);
    const snapshot = this.#snapshots.get(name);
    if (snapshot !== undefined && snapshot.position < event.position) {
      expectAt(event.position, snapshot.version <= stream.version, () => {
        return `The snapshot of the stream "${name}" says that it was taken before its newest event.`;
      });
      this.#compare(snapshot, stream);
    }
    stream.state = stream.kind.evolve(stream.state, event, name);
    stream.position = event.position;
    return stream;
  }

  #stream(name: string, position: number): FoldedStream {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const kind = this.#kinds.get(kindOf(name));
    expectAt(position, kind !== undefined, () => {
      return `The event's stream "${name}" is of a kind that this program does not know.`;
    });
    const stream = { kind, version: 0, position, state: kind.initial };
    this.#streams.set(name, stream);
    return stream;
  }

  /** Compares a snapshot with the fold as of its position. */
  #compare(snapshot: StoredSnapshot, { kind, version, position, state }: FoldedStream): void {
    this.#snapshots.delete(snapshot.stream);
    // Loads ignore a snapshot of an older fold version, so it can do no harm.
    if (snapshot.foldVersion !== kind.foldVersion) return;
    const due = spelled(snapshotOf(state));
    // At another version, a load would fold events twice or skip some.
    expectAt(position, snapshot.version === version && spelled(snapshot.state) === due, () => {
      return `The snapshot of the stream "${snapshot.stream}" at version ${snapshot.version} is not its fold.`;
    });
  }

  /** The states of every stream of a kind. */
  *states<S>(kind: StreamKind<S>): Generator<readonly [name: string, state: S]> {
    for (const [name, stream] of this.#streams)
      if (stream.kind.kind === kind.kind) yield [name, stream.state as S];
  }

  /** Compares the snapshots taken at the ends of their streams. @param end the last position */
  close(end: number): void {
    for (const snapshot of this.#snapshots.values()) {
      const { stream: name, version, position, foldVersion } = snapshot;
      const stream = this.#streams.get(name);
      const isRead = this.#kinds.get(kindOf(name))?.foldVersion === foldVersion;
      const isThere = stream !== undefined && position <= end && version <= stream.version;
      expectAt(end, !isRead || isThere, () => {
        return `There is a snapshot of the stream "${name}" at version ${version}, which the log does not have.`;
      });
      if (stream !== undefined) this.#compare(snapshot, stream);
    }
  }
}

/** A stored state as canonical JSON; the text itself when it is not JSON. */
function spelled(state: string): string {
  try {
    return canonicalJson(JSON.parse(state) as Json);
  } catch {
    return state;
  }
}
