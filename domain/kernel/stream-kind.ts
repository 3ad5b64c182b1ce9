import type { RecordedEvent, StreamName } from "./event.ts";
import type { JsonObject } from "./json.ts";

/** How a kind of stream is folded into the state that decisions stand on. */
export interface StreamKind<S> {
  /** What stands before the colon of the stream's name. */
  readonly kind: string;
  /** Rises when `evolve` or the state's shape changes, so that older snapshots are passed over. */
  readonly foldVersion: number;
  readonly initial: S;
  /** Follows a stream by one event, of which it is the home stream or a further one. */
  evolve(state: S, event: RecordedEvent, stream: StreamName): S;
  /** Keys of the secrets that decisions on this state may open. */
  secrets?(state: S): readonly string[];
}

/** An event type that the program knows, with the way from each older shape of it to the present one. */
export interface EventType {
  /** The present schema version of its payload. */
  readonly version: number;
  /** `upcasters[n]` turns schema version n + 1 into n + 2. Pure; applied when read, never to stored bytes. */
  readonly upcasters: readonly ((payload: JsonObject) => JsonObject)[];
}

/** Every event type that a log may hold, by its name. */
export type EventTypes = { readonly [type: string]: EventType };

/** Thrown when the log holds an event that this program cannot read; it must then stop writing. */
export class UnknownEventError extends Error {
  override readonly name = "UnknownEventError";
}

/**
 * Brings an event's payload to the present schema version.
 * @throws UnknownEventError when its type or version is not known
 */
export function upcast<E extends RecordedEvent>(event: E, types: EventTypes): E {
  // Only its own keys: every object has properties like "constructor", which are no event types.
  const known = Object.hasOwn(types, event.type) ? types[event.type] : undefined;
  if (known === undefined || event.schemaVersion > known.version || event.schemaVersion < 1) {
    const what = `${event.type} version ${event.schemaVersion} at position ${event.position}`;
    throw new UnknownEventError(`The log holds an event that this program does not know: ${what}.`);
  }
  if (event.schemaVersion === known.version) return event;
  const steps = known.upcasters.slice(event.schemaVersion - 1);
  const payload = steps.reduce((older, step) => step(older), event.payload);
  return { ...event, payload, schemaVersion: known.version };
}

/** The kind of a stream: what stands before the colon of its name. */
export const kindOf = (stream: StreamName | string): string => stream.slice(0, stream.indexOf(":"));
