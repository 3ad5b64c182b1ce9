import type { z } from "zod";
import type { Posting } from "../../ledger/posting.ts";
import { invariant } from "../invariant.ts";
import type { Json, JsonObject } from "../json.ts";
import type { NewEvent, StreamName } from "./event.ts";
import type { EventType } from "./stream-kind.ts";

/** A value in which nothing changes, all the way down. */
export type Immutable<T> = Json extends T
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** What a schema of a payload reads: JSON in which nothing changes. */
export type PayloadOf<S extends z.ZodType> =
  Immutable<z.infer<S>> extends infer P extends JsonObject ? P : never;

/** What a fact becomes when it is recorded. */
export interface Recording<P extends JsonObject> {
  /** Its home stream first, then the streams that it is folded into as well. */
  readonly streams: readonly [StreamName, ...StreamName[]];
  /** Keys in order are written fastest: see `canonicalJson`. */
  readonly payload: P;
  /** Every movement of value; none when absent. */
  readonly postings?: readonly Posting[];
}

/** The audiences notified at once of an event, by topics of the live stream. */
export interface LiveTopics<Topic extends string = string> {
  /** Topics of the player that the event's stream is named after. */
  readonly player?: readonly Topic[];
  readonly everybody?: readonly Topic[];
  readonly reviewers?: readonly Topic[];
  /** Whether it changes what the player may see. */
  readonly changesAccess?: true;
}

/** What a notification says. */
export interface NoticeWords {
  readonly title: string;
  readonly message: string;
}

/** A notification that an event gives: kept until it is read. */
export interface Notice<P extends JsonObject> {
  /** The player of the stream or of `payload.playerId`; every admin; or the first player of `alsoIn`. */
  readonly to: "player" | "admins" | "alsoIn";
  readonly type: string;
  /** Where on the site there is more, a path of its own; null for nowhere. */
  readonly link: string | null;
  /** Where there is more, by what happened; without it `link`. */
  linkOf?(payload: P): string;
  /** @param reader the player who reads it; null where that is not said */
  words(payload: P, reader: string | null): NoticeWords;
  /** The summary of several within one clock hour; without it each is shown alone. */
  together?(times: number): NoticeWords;
}

/** A notice as it is declared: `title` and `message` for every reader, or else `words`. */
type DeclaredNotice<P extends JsonObject> =
  | Notice<P>
  | (Omit<Notice<P>, "words"> & { readonly title: string; message(payload: P): string });

function noticeOf<P extends JsonObject>(declared: DeclaredNotice<P>): Notice<P> {
  if ("words" in declared) return declared;
  const { title, message, ...notice } = declared;
  return { ...notice, words: (payload) => ({ title, message: message(payload) }) };
}

/** What `defineEvent` is given. */
export interface EventDeclaration<
  T extends string,
  S extends z.ZodType,
  A extends readonly unknown[],
  L extends LiveTopics,
> {
  /** In the past tense, unique in the log. */
  readonly type: T;
  /** The present version of its payload; 1 when absent. */
  readonly version?: number;
  /** The payload of the present version. */
  readonly payload: S;
  /** `upcasters[n]` turns version n + 1 into n + 2. Pure; applied when read, never to stored bytes. */
  readonly upcasters?: EventType["upcasters"];
  /** Without annotations it takes the payload. */
  readonly record: (...args: A) => Recording<PayloadOf<S>>;
  readonly live?: L;
  readonly notify?: DeclaredNotice<PayloadOf<S>>;
  /** No longer recorded: only logs of format 1 have it, where no event has further streams. */
  readonly isOfFormat1?: true;
  /**
   * Its `by` may name a player without a role, or no person. Without this it names an admin, and the verifier
   * checks that.
   */
  readonly isByAnybody?: true;
  /** Its `by` may name a moderator as well as an admin. */
  readonly isByModerators?: true;
  /** Arguments of `record` that make an event for the golden fixtures. */
  readonly example: NoInfer<A>;
}

/** An event type: call it to make an event. */
export interface EventDefinition<
  T extends string = string,
  P extends JsonObject = JsonObject,
  A extends readonly unknown[] = never,
  L extends LiveTopics = LiveTopics,
> extends EventType {
  (...args: A): NewEvent<T, P>;
  readonly type: T;
  readonly live: L;
  readonly notify: Notice<P> | null;
  readonly isOfFormat1: boolean;
  readonly isByAnybody: boolean;
  readonly isByModerators: boolean;
  /** Whether an event, new or read through its schema, is of this type. */
  is(event: NewEvent): event is NewEvent<T, P>;
  parse(payload: JsonObject): P;
  /** An event with every field filled. */
  example(): NewEvent<T, P>;
}

/** The event of a definition, before it is recorded. @example type OrderPlaced = EventOf<typeof orderPlaced> */
export type EventOf<D extends EventDefinition> =
  D extends EventDefinition<infer T, infer P, never> ? NewEvent<T, P> : never;

/**
 * Declares an event type once: its schema, streams, postings, topics, notice and example.
 * @example
 * export const orderPlaced = defineEvent({
 *   type: "OrderPlaced", payload: z.strictObject({ price: moneyMinorText }),
 *   record: (payload) => ({ streams: [orderStream], payload, postings: […] }),
 *   example: [{ price: "100" }],
 * });
 */
export function defineEvent<
  const T extends string,
  S extends z.ZodType,
  A extends readonly unknown[] = [payload: PayloadOf<S>],
  const L extends LiveTopics = Record<never, never>,
>(declared: EventDeclaration<T, S, A, L>): EventDefinition<T, PayloadOf<S>, A, L> {
  type P = PayloadOf<S>;
  const { type, version = 1, payload: schema, upcasters = [], record, live, notify } = declared;
  invariant(upcasters.length === version - 1, `${type} has an upcaster for each older version`);
  const make = (...args: A): NewEvent<T, P> => {
    const { streams, payload, postings = [] } = record(...args);
    const stream = streams[0];
    // Taking an array apart is slow, and so is copying by spread.
    return streams.length === 1
      ? { type, schemaVersion: version, stream, payload, postings }
      : { type, schemaVersion: version, stream, payload, postings, alsoIn: streams.slice(1) };
  };
  return Object.assign(make, {
    type,
    version,
    upcasters,
    live: live ?? ({} as L),
    notify: notify === undefined ? null : noticeOf(notify),
    isOfFormat1: declared.isOfFormat1 ?? false,
    isByAnybody: declared.isByAnybody ?? false,
    isByModerators: declared.isByModerators ?? false,
    is: (event: NewEvent): event is NewEvent<T, P> => event.type === type,
    parse: (payload: JsonObject): P => schema.parse(payload) as P,
    example: () => make(...declared.example),
  });
}

/**
 * A guard for events of any of these definitions, which narrows by `type` afterwards.
 * @example const isHaltEvent = anyOf(stakesHalted, stakesResumed);
 */
export function anyOf<const D extends readonly EventDefinition[]>(...definitions: D) {
  const types: ReadonlySet<string> = new Set(definitions.map(({ type }) => type));
  return (event: NewEvent): event is EventOf<D[number]> => types.has(event.type);
}
