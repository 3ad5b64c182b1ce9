import { isCopy } from "#domain/accounts/item.ts";
import {
  type LiveMessage,
  playerTopics,
  publicTopics,
  reviewerTopics,
  type Topic,
  topicsOfEvents,
} from "#domain/features/topics.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";

export interface Listener {
  /** The network of a signed-out visitor, for counting; null for a player, or without rate limits. */
  readonly network: string | null;
  /** Null for a signed-out listener, who gets public topics only. */
  readonly playerId: string | null;
  /** The session that opened the stream, and ends it; null for a visitor. */
  readonly session: string | null;
  /** Topics sent only to pages that asked for them. */
  readonly alsoHears: ReadonlySet<Topic>;
  readonly send: (message: LiveMessage) => void;
  /** Receives reviewers' topics; null for a signed-out listener. */
  readonly asReviewer: ReviewerEar | null;
  /** Ends the stream. */
  readonly close: () => void;
}

/** Passes on reviewers' topics while the listener is a reviewer. */
export interface ReviewerEar {
  hear(message: LiveMessage): void;
  /** A player's roles changed with an event at this position: nothing is passed on until they are known. */
  rolesChanged(position: number): void;
}

export const LISTENERS_PER_PLAYER_MAX = 6;
export const LISTENERS_MAX = 5_000;
/** Maximum signed-out visitors, in total and per address; players have the rest. */
export const VISITORS_MAX = 2_000;
export const VISITORS_PER_ADDRESS_MAX = 10;
/** Minimum interval of public topics in milliseconds: the first change is sent at once, later ones together. */
export const PUBLIC_EVERY_MS = 150;

/** Events this recent may be missing on a page that loaded its figures before its stream opened, in milliseconds. */
export const LATELY_MS = 20_000;
/** How many of the newest events are kept for that. */
export const LATELY_EVENTS_MAX = 2_000;

const PLAYER = "player:";

/** Tells listeners which topic changed, without data: they request what they show again. */
export class LiveHub {
  readonly #listeners = new Set<Listener>();
  readonly #ofPlayer = new Map<string, Set<Listener>>();
  readonly #ofNetwork = new Map<string, number>();
  #visitors = 0;
  /** Listeners with extra topics. */
  readonly #curious = new Set<Listener>();
  readonly #public = new Map<Topic, number>();
  readonly #forSignedIn = new Map<Topic, number>();
  readonly #forReviewers = new Map<Topic, number>();
  readonly #lately: (readonly RecordedEvent[])[] = [];
  #latelyCount = 0;
  /** When the newest event no longer kept was recorded, in milliseconds. */
  #forgottenAt = -Infinity;
  #timer: NodeJS.Timeout | null = null;

  get size(): number {
    return this.#listeners.size;
  }

  /** The players with open streams. */
  get players(): Iterable<string> {
    return this.#ofPlayer.keys();
  }

  /** Adds a listener. @returns how to remove it; null when there are too many */
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
    // A stream that ended with its session is removed again when it closes.
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

  /** The sessions with open streams. */
  get sessions(): ReadonlySet<string> {
    return new Set([...this.#listeners].flatMap(({ session }) => (session === null ? [] : [session])));
  }

  /** Ends the streams of ended sessions: private topics must not reach anybody else. */
  endSessions(ended: ReadonlySet<string>): void {
    for (const listener of [...this.#listeners]) {
      if (listener.session === null || !ended.has(listener.session)) continue;
      // Removed at once, so that nothing sent before the stream ends reaches it.
      this.#remove(listener);
      listener.close();
    }
  }

  /** Sends a topic to listeners who asked for it. @param position of the head */
  tell(topic: Topic, position: number): void {
    for (const listener of this.#curious)
      if (listener.alsoHears.has(topic)) listener.send({ topic, position });
  }

  /** Sends a topic to signed-in listeners, at most every `PUBLIC_EVERY_MS`. @param position of the head */
  tellSignedIn(topic: Topic, position: number): void {
    this.#forSignedIn.set(topic, position);
    this.#flushSoon();
  }

  /** Sends a topic to moderators and admins, at most every `PUBLIC_EVERY_MS`. @param position of the head */
  tellReviewers(topic: Topic, position: number): void {
    this.#forReviewers.set(topic, position);
    this.#flushSoon();
  }

  #flushSoon(): void {
    // In a later turn: writing to a thousand streams must not delay the appender's answers.
    if (this.#listeners.size > 0) this.#timer ??= setTimeout(() => this.#flush(), 0);
  }

  /** Gathers the topics of committed events. */
  appended(events: readonly RecordedEvent[]): void {
    this.#keepLately(events);
    if (this.#listeners.size === 0) return;
    for (const event of events) {
      const { position } = event;
      const touched = topicsOfEvents.get(event.type);
      this.#public.set("ledger", position);
      for (const topic of touched?.everybody ?? []) this.#public.set(topic, position);
      for (const topic of touched?.reviewers ?? []) this.#forReviewers.set(topic, position);
      for (const playerId of playersOf(event)) {
        const theirs = this.#ofPlayer.get(playerId);
        if (theirs === undefined) continue;
        const topics = ownTopicsOf(event, playerId);
        for (const { send, asReviewer } of theirs) {
          for (const topic of topics) send({ topic, position });
          if (touched?.changesAccess) asReviewer?.rolesChanged(position);
        }
      }
    }
    this.#flushSoon();
  }

  #keepLately(events: readonly RecordedEvent[]): void {
    this.#lately.push(events);
    this.#latelyCount += events.length;
    while (this.#latelyCount > LATELY_EVENTS_MAX) {
      const oldest = this.#lately.shift() ?? [];
      this.#latelyCount -= oldest.length;
      this.#forgottenAt = oldest.at(-1)?.recordedAt ?? this.#forgottenAt;
    }
  }

  /**
   * Sends a new listener the topics of recent events, which its page may have loaded its figures without; all topics if
   * some recent events are no longer kept.
   * @param at now, in milliseconds @param head position of the head
   */
  tellLately(listener: Listener, { at, head }: { readonly at: number; readonly head: number }): void {
    const since = at - LATELY_MS;
    if (this.#forgottenAt >= since) {
      this.tellEverything(listener, head);
      return;
    }
    const touched = new Map<Topic, number>();
    for (const event of this.#lately.flat()) {
      if (event.recordedAt < since) continue;
      const { everybody = [] } = topicsOfEvents.get(event.type) ?? {};
      const own = listener.playerId === null ? [] : ownTopicsOf(event, listener.playerId);
      for (const topic of ["ledger" as const, ...everybody, ...own]) touched.set(topic, event.position);
    }
    for (const [topic, position] of touched) listener.send({ topic, position });
  }

  #flush(): void {
    const hasGathered = this.#public.size + this.#forSignedIn.size + this.#forReviewers.size > 0;
    this.#timer = hasGathered ? setTimeout(() => this.#flush(), PUBLIC_EVERY_MS) : null;
    const messages = taken(this.#public);
    const forSignedIn = taken(this.#forSignedIn);
    const forReviewers = taken(this.#forReviewers);
    for (const listener of this.#listeners) {
      for (const message of messages) listener.send(message);
      if (listener.playerId !== null) for (const message of forSignedIn) listener.send(message);
      for (const message of forReviewers) listener.asReviewer?.hear(message);
    }
  }

  /** Sends a listener every topic, as of a position, in case they missed some. */
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

/** The gathered topics with their newest positions, which are then forgotten. */
function taken(gathered: Map<Topic, number>): LiveMessage[] {
  const messages = [...gathered].map(([topic, position]) => ({ topic, position }));
  gathered.clear();
  return messages;
}

const idIn = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Players whom an event may concern, by its streams and the accounts of its postings. */
function* playersOf({ stream, alsoIn = [], postings }: RecordedEvent): Generator<string> {
  const found = new Set([stream, ...alsoIn].map(idIn));
  for (const { account } of postings) if (account.startsWith(PLAYER)) found.add(idIn(account));
  yield* found;
}

/** The player's own topics that an event changes. */
function ownTopicsOf(
  { type, stream, alsoIn = [], postings }: RecordedEvent,
  playerId: string,
): ReadonlySet<Topic> {
  const { player = [] } = topicsOfEvents.get(type) ?? {};
  const isTold = [stream, ...alsoIn].some((name) => idIn(name) === playerId);
  const topics = new Set<Topic>(isTold ? player : []);
  // The event's own topics cover everything for players on whose stream it is.
  const account = `${PLAYER}${playerId}`;
  if (stream.startsWith(PLAYER) || (player.length > 0 && alsoIn.some((name) => name === account)))
    return topics;
  // An event of a game or a sync is on its own stream, and moves the assets of its players.
  for (const leg of postings)
    if (leg.account === account) topics.add(isCopy(leg.asset) ? "inventory" : "balance");
  return topics;
}
