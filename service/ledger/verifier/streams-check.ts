import { eventTypes, streamKinds } from "#domain/features/registry.ts";
import type { RecordedEvent } from "#domain/kernel/event.ts";
import { canonicalJson, type Json } from "#domain/kernel/json.ts";
import { kindOf, type StreamKind, UnknownEventError, upcast } from "#domain/kernel/stream-kind.ts";
import { BadLog, expectAt } from "./problem.ts";
import type { StoredEvent, StoredSnapshot } from "./slices.ts";

const kinds = new Map(streamKinds.map((kind) => [kind.kind, kind]));

interface FoldedStream {
  readonly kind: StreamKind<unknown>;
  version: number;
  state: unknown;
}

/** Folds every stream anew: versions without a hole, only known events, and snapshots that say what the fold says. */
export class StreamsCheck {
  readonly #streams = new Map<string, FoldedStream>();
  /** Snapshots that the fold has not reached yet. */
  readonly #snapshots: Map<string, StoredSnapshot>;

  /** @param snapshots at most one for each stream */
  constructor(snapshots: readonly StoredSnapshot[]) {
    this.#snapshots = new Map(snapshots.map((snapshot) => [snapshot.stream, snapshot]));
  }

  /** Checks that an event is the next of its stream, and gives the stream's state before it. */
  next({ position, stream: name, version }: StoredEvent): unknown {
    let stream = this.#streams.get(name);
    if (stream === undefined) {
      const kind = kinds.get(kindOf(name));
      expectAt(position, kind !== undefined, () => {
        return `The event's stream "${name}" is of a kind that this program does not know.`;
      });
      stream = { kind, version: 0, state: kind.initial };
      this.#streams.set(name, stream);
    }
    const due = stream.version + 1;
    expectAt(position, version === due, () => {
      return `The event is version ${version} of the stream "${name}", where ${due} is due.`;
    });
    return stream.state;
  }

  /** Follows a stream by its next event. */
  fold(event: RecordedEvent): void {
    const stream = this.#streams.get(event.stream) as FoldedStream;
    stream.state = stream.kind.evolve(stream.state, present(event));
    stream.version = event.version;
    const snapshot = this.#snapshots.get(event.stream);
    if (snapshot !== undefined && snapshot.version <= stream.version) {
      this.#compare(snapshot, stream, event.position);
      this.#snapshots.delete(event.stream);
    }
  }

  #compare(snapshot: StoredSnapshot, { kind, version, state }: FoldedStream, position: number): void {
    // One of an older fold is passed over when it is read, so it says nothing that could be wrong.
    if (snapshot.foldVersion !== kind.foldVersion) return;
    const due = canonicalJson(state as Json);
    // Of a version below the first event, it would have that event folded in twice.
    expectAt(position, snapshot.version === version && spelled(snapshot.state) === due, () => {
      return `The snapshot of the stream "${snapshot.stream}" at version ${snapshot.version} is not its fold.`;
    });
    expectAt(position, snapshot.position >= position, () => {
      return `The snapshot of the stream "${snapshot.stream}" says that it was taken before its newest event.`;
    });
  }

  /** The states of every stream of a kind. */
  *states<S>(kind: StreamKind<S>): Generator<readonly [name: string, state: S]> {
    for (const [name, stream] of this.#streams)
      if (stream.kind.kind === kind.kind) yield [name, stream.state as S];
  }

  /** Checks that no snapshot is left that the log never reached. @param position the last one */
  close(position: number): void {
    for (const { stream, version, foldVersion } of this.#snapshots.values()) {
      const isRead = kinds.get(kindOf(stream))?.foldVersion === foldVersion;
      expectAt(position, !isRead, () => {
        return `There is a snapshot of the stream "${stream}" at version ${version}, which the log does not have.`;
      });
    }
  }
}

function present(event: RecordedEvent): RecordedEvent {
  try {
    return upcast(event, eventTypes);
  } catch (error) {
    if (error instanceof UnknownEventError) throw new BadLog(event.position, error.message);
    throw error;
  }
}

/** A stored state in the one canonical form; the text itself when it is not JSON. */
function spelled(state: string): string {
  try {
    return canonicalJson(JSON.parse(state) as Json);
  } catch {
    return state;
  }
}
