import { isCopy } from "#domain/accounts/item.ts";
import {
  type LiveMessage,
  playerTopics,
  publicTopics,
  reviewerTopics,
  type Topic,
  topicsOfEvents,
} from "#domain/features/topics.ts";
import type { RecordedEvent } from "#domain/kernel/event.ts";
import type { LiveTopics } from "#domain/kernel/event-definition.ts";

/** Who listens, and how to reach them. */
export interface Listener {
  /** The network of somebody who is not signed in, for counting; null for a player, and where no rate is limited. */
  readonly network: string | null;
  /** Null for somebody who is not signed in, and hears public topics only. */
  readonly playerId: string | null;
  /** The session that the stream was opened with, and ends with; null for somebody who is not signed in. */
  readonly session: string | null;
  /** Topics that only those hear whose page asked for them. */
  readonly alsoHears: ReadonlySet<Topic>;
  readonly send: (message: LiveMessage) => void;
  /** Is sent what only reviewers may hear; null for somebody who is not signed in, and reviews nothing. */
  readonly asReviewer: ReviewerEar | null;
  /** Ends the stream. */
  readonly close: () => void;
}

/** Passes on what only reviewers may hear, as long as whoever listens is one. */
export interface ReviewerEar {
  hear(message: LiveMessage): void;
  /** Somebody's roles are others since an event at this position: nothing is passed on until they are known. */
  rolesChanged(position: number): void;
}

export const LISTENERS_PER_PLAYER_MAX = 6;
export const LISTENERS_MAX = 5_000;
/** Of these, visitors who are not signed in have so many at most, together and from one address; players the rest. */
export const VISITORS_MAX = 2_000;
export const VISITORS_PER_ADDRESS_MAX = 10;
/** Public topics change with every bet of anybody; they are told at most this often, in milliseconds. */
export const PUBLIC_EVERY_MS = 250;

const PLAYER = "player:";

/** Tells listeners what changed, never how: they ask again for what they show. */
export class LiveHub {
  readonly #listeners = new Set<Listener>();
  readonly #ofPlayer = new Map<string, Set<Listener>>();
  readonly #ofNetwork = new Map<string, number>();
  #visitors = 0;
  /** Those who asked for more topics. */
  readonly #curious = new Set<Listener>();
  readonly #public = new Map<Topic, number>();
  readonly #forSignedIn = new Map<Topic, number>();
  readonly #forReviewers = new Map<Topic, number>();
  #timer: NodeJS.Timeout | null = null;

  get size(): number {
    return this.#listeners.size;
  }

  /** The players who listen. */
  get players(): Iterable<string> {
    return this.#ofPlayer.keys();
  }

  /** Adds a listener. @returns how to remove it, or null when it is one too many */
  add(listener: Listener): (() => void) | null {
    const { playerId, network } = listener;
    const own = playerId === null ? null : (this.#ofPlayer.get(playerId) ?? new Set());
    if (this.#listeners.size >= LISTENERS_MAX || (own?.size ?? 0) >= LISTENERS_PER_PLAYER_MAX) return null;
    if (playerId === null && !this.#hasRoomForVisitor(network)) return null;
    this.#listeners.add(listener);
    if (listener.alsoHears.size > 0) this.#curious.add(listener);
    if (own !== null && playerId !== null) this.#ofPlayer.set(playerId, own.add(listener));
    else this.#countVisitor(network, 1);
    return () => this.#remove(listener);
  }

  #hasRoomForVisitor(network: string | null): boolean {
    if (this.#visitors >= VISITORS_MAX) return false;
    return network === null || (this.#ofNetwork.get(network) ?? 0) < VISITORS_PER_ADDRESS_MAX;
  }

  #countVisitor(network: string | null, change: 1 | -1): void {
    this.#visitors += change;
    if (network === null) return;
    const count = (this.#ofNetwork.get(network) ?? 0) + change;
    if (count > 0) this.#ofNetwork.set(network, count);
    else this.#ofNetwork.delete(network);
  }

  #remove(listener: Listener): void {
    // A stream that was ended with its session is removed once more when it closes.
    if (!this.#listeners.delete(listener)) return;
    this.#curious.delete(listener);
    if (listener.playerId === null) {
      this.#countVisitor(listener.network, -1);
      return;
    }
    const own = this.#ofPlayer.get(listener.playerId);
    own?.delete(listener);
    if (own?.size === 0) this.#ofPlayer.delete(listener.playerId);
  }

  /** The sessions that streams are open with. */
  get sessions(): ReadonlySet<string> {
    return new Set([...this.#listeners].flatMap(({ session }) => (session === null ? [] : [session])));
  }

  /** Ends the streams of sessions that are over: what is a player's own goes to nobody else. */
  endSessions(ended: ReadonlySet<string>): void {
    for (const listener of [...this.#listeners]) {
      if (listener.session === null || !ended.has(listener.session)) continue;
      // Not heard of again, even by what is sent before the stream has come to its end.
      this.#remove(listener);
      listener.close();
    }
  }

  /** Tells those who asked for a topic. @param position of the head */
  tell(topic: Topic, position: number): void {
    for (const listener of this.#curious)
      if (listener.alsoHears.has(topic)) listener.send({ topic, position });
  }

  /** Tells whoever is signed in, at most every quarter of a second. @param position of the head */
  tellSignedIn(topic: Topic, position: number): void {
    this.#forSignedIn.set(topic, position);
    this.#flushSoon();
  }

  /** Tells moderators and admins, at most every quarter of a second. @param position of the head */
  tellReviewers(topic: Topic, position: number): void {
    this.#forReviewers.set(topic, position);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#listeners.size > 0) this.#timer ??= setTimeout(() => this.#flush(), PUBLIC_EVERY_MS);
  }

  /** Hears of events that are in the log. */
  appended(events: readonly RecordedEvent[]): void {
    if (this.#listeners.size === 0) return;
    for (const event of events) {
      const { stream, alsoIn = [], position, postings } = event;
      this.#public.set("ledger", position);
      const touched = topicsOfEvents.get(event.type);
      for (const topic of touched?.everybody ?? []) this.#public.set(topic, position);
      for (const topic of touched?.reviewers ?? []) this.#forReviewers.set(topic, position);
      if (touched !== undefined) for (const own of this.#ownOf(event)) tell(own, touched, position);
      if (stream.startsWith(PLAYER)) continue;
      // Players whom the event's own topics reached already.
      const told: readonly string[] = (touched?.player?.length ?? 0) > 0 ? alsoIn : [];
      // What a game or a sync moves stands on its own stream, and is its players' all the same.
      for (const { account, asset } of postings) {
        if (told.includes(account)) continue;
        const theirs = account.startsWith(PLAYER)
          ? this.#ofPlayer.get(account.slice(PLAYER.length))
          : undefined;
        const topic = isCopy(asset) ? "inventory" : "balance";
        for (const listener of theirs ?? []) listener.send({ topic, position });
      }
    }
    this.#flushSoon();
  }

  /** Listeners of the players whom the event's streams are named after. */
  *#ownOf({ stream, alsoIn = [] }: RecordedEvent): Generator<Listener> {
    for (const name of [stream, ...alsoIn])
      yield* this.#ofPlayer.get(name.slice(name.indexOf(":") + 1)) ?? [];
  }

  #flush(): void {
    this.#timer = null;
    const messages = taken(this.#public);
    const forSignedIn = taken(this.#forSignedIn);
    const forReviewers = taken(this.#forReviewers);
    for (const listener of this.#listeners) {
      for (const message of messages) listener.send(message);
      if (listener.playerId !== null) for (const message of forSignedIn) listener.send(message);
      for (const message of forReviewers) listener.asReviewer?.hear(message);
    }
  }

  /** Tells a listener of everything, as of a position: what somebody needs who missed some of it. */
  tellEverything({ playerId, send, asReviewer }: Listener, position: number): void {
    const topics: readonly Topic[] = playerId === null ? publicTopics : [...publicTopics, ...playerTopics];
    for (const topic of topics) send({ topic, position });
    for (const topic of reviewerTopics) asReviewer?.hear({ topic, position });
  }

  /** Ends every stream. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const listener of [...this.#listeners]) listener.close();
  }
}

/** What has gathered, each topic with its newest position, which is forgotten here. */
function taken(gathered: Map<Topic, number>): LiveMessage[] {
  const messages = [...gathered].map(([topic, position]) => ({ topic, position }));
  gathered.clear();
  return messages;
}

function tell({ send, asReviewer }: Listener, touched: LiveTopics<Topic>, position: number): void {
  for (const topic of touched.player ?? []) send({ topic, position });
  if (touched.changesAccess) asReviewer?.rolesChanged(position);
}
