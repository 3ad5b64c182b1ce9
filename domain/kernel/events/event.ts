import type { Posting } from "../../ledger/posting.ts";
import type { JsonObject } from "../json.ts";

/** The name of a stream: its kind, a colon and the id of its subject, such as `order:o_01…`. */
export type StreamName = `${string}:${string}`;

/** The most further streams of one event. */
export const FURTHER_STREAMS_MAX = 64;

/** A fact that a decision has found, before the log has given it a place. */
export interface NewEvent<T extends string = string, P extends JsonObject = JsonObject> {
  readonly type: T;
  readonly schemaVersion: number;
  /** Its home stream, in which it has a version. */
  readonly stream: StreamName;
  /** Further streams that it is folded into; absent for most. */
  readonly alsoIn?: readonly StreamName[];
  readonly payload: P;
  /** Every movement of value in this fact; sums to zero for each asset. */
  readonly postings: readonly Posting[];
}

/** A fact and when it was recorded: as much as folds follow. */
export interface TimedEvent<T extends string = string, P extends JsonObject = JsonObject>
  extends NewEvent<T, P> {
  /** Milliseconds since 1970 UTC; never falls from one position to the next. */
  readonly recordedAt: number;
}

/** A fact with its place in the log. Nothing in it ever changes. */
export interface RecordedEvent<T extends string = string, P extends JsonObject = JsonObject>
  extends TimedEvent<T, P> {
  /** 1, 2, 3 … without a gap, in the order of commits. */
  readonly position: number;
  /** 1, 2, 3 … within its home stream. */
  readonly version: number;
  readonly eventId: string;
  readonly commandId: string;
  readonly actor: string;
}

/** Every stream that an event is folded into: its home stream, then the further ones. */
export const streamsOf = ({
  stream,
  alsoIn = [],
}: Pick<NewEvent, "stream" | "alsoIn">): readonly StreamName[] => [stream, ...alsoIn];

/** What is wrong with the further streams of an event; null when nothing is. They are a list of others, each once. */
export function problemOfStreams(stream: string, alsoIn: readonly string[]): string | null {
  if (alsoIn.length === 0 || alsoIn.length > FURTHER_STREAMS_MAX)
    return `an event has 1 to ${FURTHER_STREAMS_MAX} further streams, or no list of them`;
  for (let index = 0; index < alsoIn.length; index += 1) {
    const name = alsoIn[index] as string;
    if (name === stream || alsoIn.indexOf(name) !== index)
      return `the event of ${stream} names each of its streams once`;
  }
  return null;
}
