import { z } from "zod";
import type { JsonObject } from "../json.ts";
import type { RecordedEvent, StreamName } from "./event.ts";

/** How a kind of stream is folded into the state that decisions use. */
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

/** A stream that a decision reads, by kind and name. */
export interface StreamRead<S = unknown> {
  readonly kind: StreamKind<S>;
  readonly name: StreamName;
}

/** An event type that the program knows, with the way from each older shape of it to the present one. */
export interface EventType {
  /** The present schema version of its payload. */
  readonly version: number;
  /** `upcasters[n]` turns schema version n + 1 into n + 2. Pure; applied when read, never to stored bytes. */
  readonly upcasters: readonly ((payload: JsonObject) => JsonObject)[];
  /**
   * Reads a payload of the present version.
   * @throws ZodError when it has another shape
   */
  parse(payload: JsonObject): JsonObject;
}

/** Every event type that a log may hold, by its name. */
export type EventTypes = { readonly [type: string]: EventType };

/** Thrown when the log holds an event that this program cannot read; it must then stop writing. */
export class UnreadableEventError extends Error {
  override readonly name = "UnreadableEventError";
}

/** The part of an event needed to read it. */
type Versioned = Pick<RecordedEvent, "type" | "schemaVersion" | "position" | "payload">;

/**
 * Brings an event's payload to the present schema version.
 * @throws UnreadableEventError when its type or version is not known
 */
export function upcast<E extends Versioned>(event: E, types: EventTypes): E {
  const known = typeOf(event, types);
  if (event.schemaVersion === known.version) return event;
  const steps = known.upcasters.slice(event.schemaVersion - 1);
  const payload = steps.reduce((older, step) => step(older), event.payload);
  return { ...event, payload, schemaVersion: known.version };
}

/**
 * Reads an event that comes in from the log: brings it to the present schema version, and checks its payload's shape.
 * @throws UnreadableEventError when its type or version is not known, or its payload has another shape
 */
export function readEvent<E extends Versioned>(event: E, types: EventTypes): E {
  const known = typeOf(event, types);
  try {
    const { payload } = upcast(event, types);
    return { ...event, payload: known.parse(payload), schemaVersion: known.version };
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const where = issue === undefined ? "its payload" : ["payload", ...issue.path].join(".");
    const what = `${event.type} version ${event.schemaVersion} at position ${event.position}`;
    throw new UnreadableEventError(
      `The log holds an event whose payload has another shape than its type: ${what}, in ${where}: ${issue?.message ?? (error as Error).message}.`,
    );
  }
}

function typeOf({ type, schemaVersion, position }: Versioned, types: EventTypes): EventType {
  // Only its own keys: every object has properties like "constructor", which are no event types.
  const known = Object.hasOwn(types, type) ? types[type] : undefined;
  if (known === undefined || schemaVersion > known.version || schemaVersion < 1) {
    const what = `${type} version ${schemaVersion} at position ${position}`;
    throw new UnreadableEventError(`The log holds an event that this program does not know: ${what}.`);
  }
  return known;
}

/** The kind of a stream: what stands before the colon of its name. */
export const kindOf = (stream: StreamName | string): string => stream.slice(0, stream.indexOf(":"));
