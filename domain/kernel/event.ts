import type { Posting } from "../ledger/posting.ts";
import type { JsonObject } from "./json.ts";

/** The name of a stream: its kind, a colon and the id of the thing it tells about, such as `player:p_01…`. */
export type StreamName = `${string}:${string}`;

/** A fact that a decision has found, before the log has given it a place. */
export interface NewEvent<T extends string = string, P extends JsonObject = JsonObject> {
  readonly type: T;
  readonly schemaVersion: number;
  readonly stream: StreamName;
  /** Streams that it is folded into as well; absent for an event of one stream. */
  readonly alsoIn?: readonly StreamName[];
  readonly payload: P;
  /** Every movement of value in this fact; sums to zero for each asset. */
  readonly postings: readonly Posting[];
}

/** A fact with its place in the log. Nothing in it ever changes. */
export interface RecordedEvent<T extends string = string, P extends JsonObject = JsonObject>
  extends NewEvent<T, P> {
  /** 1, 2, 3 … without a gap, in the order of commits. */
  readonly position: number;
  /** 1, 2, 3 … within its stream. */
  readonly version: number;
  readonly eventId: string;
  readonly commandId: string;
  readonly actor: string;
  /** Milliseconds since 1970 UTC; never falls from one position to the next. */
  readonly recordedAt: number;
}
