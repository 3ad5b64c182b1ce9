import { type Topic, topicsOfEvents } from "#domain/features/topics.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { asError } from "#service/db/errors.ts";
import type { Access } from "#service/http/access/access.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Line } from "./line.ts";
import { ROLES_WITHIN_MS, STANDINGS } from "./reviewer.ts";
import { Room, type RoomKind, type RoomsOptions } from "./room.ts";
import type { StreamParameter } from "./stream-extension.ts";

/** Interval at which a room sends, in milliseconds. */
export const ROOM_EVERY_MS = 250;
/** Maximum open rooms of one kind in a process. Beyond it visitors receive only topics. */
export const ROOMS_MAX = 1_000;
/** Maximum rooms of one kind read at the same time; others wait. */
export const READS_AT_ONCE_MAX = 16;
/** A visitor of a room. */
export interface Comer {
  readonly caller: Caller | null;
  readonly line: Line;
  readonly access: Access;
}

/** A listener's stay in a room, from their request on. */
interface Visit {
  readonly key: string;
  readonly who: Comer;
  leave: () => void;
  /** Counts look-ups of whether they may listen, so that an older answer is ignored. */
  turn: number;
  isOver: boolean;
}

/** The open rooms of one kind. */
interface Hall {
  readonly parameter: StreamParameter;
  readonly size: number;
  readonly insteadOf: Topic | null;
  enter(key: string, who: Comer): () => void;
  appended(events: readonly RecordedEvent[]): void;
  beat(): void;
}

/**
 * Sends everybody in a room first a snapshot, then changes: every quarter of a second, in one buffer for all. Each
 * process reads its own rooms, only while they have listeners.
 */
export class Rooms {
  readonly #options: RoomsOptions;
  readonly #halls: Hall[] = [];
  #cancelBeat: (() => void) | null = null;
  #isClosed = false;

  constructor(options: RoomsOptions) {
    this.#options = options;
  }

  /** Declares a kind of rooms. @returns a function that reports a change from outside the log */
  declare<S>(kind: RoomKind<S>): (key: string) => void {
    const hall = new RoomsOfKind(kind, { ...this.#options, onOpened: () => this.#beatLater() });
    this.#halls.push(hall);
    return (key) => hall.changed(key, this.#options.head());
  }

  get parameters(): readonly StreamParameter[] {
    return this.#halls.map(({ parameter }) => parameter);
  }

  /** The topics that rooms replace at this address. */
  topicsOf(asked: ReadonlyMap<string, string>): ReadonlySet<Topic> {
    const halls = this.#halls.filter(({ parameter }) => asked.has(parameter.name));
    return new Set(halls.flatMap(({ insteadOf }) => insteadOf ?? []));
  }

  /** The number of open rooms. */
  get size(): number {
    return this.#halls.reduce((sum, hall) => sum + hall.size, 0);
  }

  /** Enters a listener into every room that their address names. @returns how they leave */
  enter(asked: ReadonlyMap<string, string>, who: Comer): () => void {
    const leave = this.#halls.flatMap((hall) => {
      const key = asked.get(hall.parameter.name);
      return key === undefined ? [] : [hall.enter(key, who)];
    });
    return () => {
      for (const one of leave) one();
    };
  }

  /** Notes the rooms that committed events change. */
  appended(events: readonly RecordedEvent[]): void {
    for (const hall of this.#halls) hall.appended(events);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelBeat?.();
  }

  #beatLater(): void {
    if (this.#cancelBeat !== null || this.#isClosed) return;
    this.#cancelBeat = this.#options.scheduler.after(ROOM_EVERY_MS, () => {
      this.#cancelBeat = null;
      for (const hall of this.#halls) hall.beat();
      if (this.size > 0) this.#beatLater();
    });
  }
}

class RoomsOfKind<S> implements Hall {
  readonly #kind: RoomKind<S>;
  readonly #options: RoomsOptions & { readonly onOpened: () => void };
  readonly #rooms = new Map<string, Room<S>>();
  readonly #waiting = new Set<Room<S>>();
  /** Visits that a change of access may end, by player. */
  readonly #guarded = new Map<string, Set<Visit>>();
  #reading = 0;

  constructor(kind: RoomKind<S>, options: RoomsOptions & { readonly onOpened: () => void }) {
    this.#kind = kind;
    this.#options = options;
  }

  get parameter(): StreamParameter {
    return this.#kind.parameter;
  }

  get insteadOf(): Topic | null {
    return this.#kind.insteadOf ?? null;
  }

  get size(): number {
    return this.#rooms.size;
  }

  enter(key: string, who: Comer): () => void {
    const visit: Visit = { key, who, leave: () => undefined, turn: 0, isOver: false };
    // A kind open to everybody needs no second check.
    const playerId = this.#kind.mayListen === undefined ? undefined : who.caller?.playerId;
    const own = this.#guarded.get(playerId ?? "") ?? new Set();
    if (playerId !== undefined) this.#guarded.set(playerId, own.add(visit));
    void this.#admit(visit, null);
    return () => {
      visit.isOver = true;
      visit.leave();
      own.delete(visit);
      if (own.size === 0 && playerId !== undefined) this.#guarded.delete(playerId);
    };
  }

  /**
   * Admits a listener if they may listen. @param changedAt position where their roles changed; null for a new listener
   */
  async #admit(visit: Visit, changedAt: number | null): Promise<void> {
    const { key, who } = visit;
    const { mayListen } = this.#kind;
    const { reads, onTrouble } = this.#options;
    visit.turn += 1;
    const { turn } = visit;
    const isDue = () => !visit.isOver && visit.turn === turn;
    try {
      if (changedAt !== null)
        while (isDue() && !(await reads.whenReached(STANDINGS, changedAt, ROLES_WITHIN_MS)));
      const mayEnter = mayListen === undefined || (await mayListen(who.caller, who.access));
      const room = mayEnter && isDue() ? this.#room(key) : null;
      if (room === null) return;
      room.add(who.line);
      if (room.isDue) this.#read(room);
      visit.leave = () => {
        room.remove(who.line);
        if (room.isEmpty) this.#forget(room);
      };
    } catch (error) {
      onTrouble("a room was not entered", asError(error));
      // A listener kept without the room would miss everything, and not know: they come back, and are looked up again.
      if (isDue()) who.line.cut();
    }
  }

  /** A player whose access changed leaves at once, and returns if they may still listen. */
  #askAgain({ type, stream, alsoIn = [], position }: RecordedEvent): void {
    if (this.#guarded.size === 0 || topicsOfEvents.get(type)?.changesAccess !== true) return;
    for (const name of [stream, ...alsoIn])
      for (const visit of this.#guarded.get(name.slice(name.indexOf(":") + 1)) ?? []) {
        visit.leave();
        void this.#admit(visit, position);
      }
  }

  #room(key: string): Room<S> | null {
    const known = this.#rooms.get(key);
    if (known !== undefined) return known;
    if (this.#rooms.size >= ROOMS_MAX) return null;
    const room = new Room(key, this.#kind);
    room.changed(this.#options.head());
    this.#rooms.set(key, room);
    this.#options.onOpened();
    return room;
  }

  appended(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.#askAgain(event);
      const key = this.#kind.roomOf?.(event) ?? null;
      if (key !== null) this.changed(key, event.position);
    }
  }

  changed(key: string, position: number): void {
    this.#rooms.get(key)?.changed(position);
  }

  beat(): void {
    for (const room of this.#rooms.values()) {
      room.beat(this.#options.head());
      if (room.isDue) this.#read(room);
    }
  }

  /** Reads a room, now or when its turn comes. */
  #read(room: Room<S>): void {
    this.#waiting.add(room);
    this.#readNext();
  }

  #readNext(): void {
    for (const room of this.#waiting) {
      if (this.#reading >= READS_AT_ONCE_MAX) return;
      this.#waiting.delete(room);
      this.#reading += 1;
      void room.read(this.#options).then(() => {
        this.#reading -= 1;
        if (room.isEmpty) this.#forget(room);
        this.#readNext();
      });
    }
  }

  #forget(room: Room<S>): void {
    if (this.#rooms.get(room.key) === room) this.#rooms.delete(room.key);
  }
}
