import type { Pending } from "./pending.ts";

/** Most open commands of a process, and of one owner. */
export const QUEUE_COMMANDS_MAX = 4_096;
export const OWNER_COMMANDS_MAX = 32;

/** Commands that wait for a batch, in order; groups to be tried apart go first. */
export class CommandQueue {
  #waiting: Pending[] = [];
  #first = 0;
  /** Halves of a refused batch, tried apart until the culprit stands alone. */
  readonly #suspects: Pending[][] = [];
  readonly #byOwner = new Map<string, number>();
  /**
   * The index in #kept of each command without an outcome, by id. Indexes, not commands: a map with constant additions
   * and deletions leaves tables behind that would keep the commands in memory until the next full collection.
   */
  readonly #places = new Map<string, number>();
  readonly #kept: (Pending | null)[] = [];
  readonly #free: number[] = [];

  /** How many commands wait to be taken. */
  get waiting(): number {
    return this.#waiting.length - this.#first + this.#suspects.reduce((sum, group) => sum + group.length, 0);
  }

  /** How many commands have no outcome yet, queued or in flight. */
  get open(): number {
    return this.#places.size;
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  openOf(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  find(commandId: string): Pending | undefined {
    const place = this.#places.get(commandId);
    return place === undefined ? undefined : (this.#kept[place] ?? undefined);
  }

  /** Every command without an outcome. */
  all(): readonly Pending[] {
    return this.#kept.filter((pending) => pending !== null);
  }

  /** Adds a new command at the end. */
  add(pending: Pending): void {
    const { owner, commandId } = pending.submission;
    const place = this.#free.pop() ?? this.#kept.length;
    this.#kept[place] = pending;
    this.#places.set(commandId, place);
    this.#byOwner.set(owner, this.openOf(owner) + 1);
    this.#waiting.push(pending);
  }

  /** Reserves one of an owner's places for a command in preparation. @returns releases it, once */
  reserve(owner: string): () => void {
    this.#byOwner.set(owner, this.openOf(owner) + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#leave(owner);
      isTaken = false;
    };
  }

  #leave(owner: string): void {
    const left = this.openOf(owner) - 1;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }

  /** Puts commands back at their place in the order, except those settled meanwhile. */
  putBack(commands: readonly Pending[]): void {
    const still = commands.filter((pending) => !pending.settled);
    if (still.length === 0) return;
    const behind = this.#waiting[this.#first];
    const last = still[still.length - 1];
    this.#waiting = still.concat(this.#waiting.slice(this.#first));
    this.#first = 0;
    if (behind !== undefined && last !== undefined && behind.order < last.order)
      this.#waiting.sort((a, b) => a.order - b.order);
  }

  /** Puts a refused batch back as two halves to be tried apart, before anything else. */
  putBackSuspects(commands: readonly Pending[]): void {
    const half = (commands.length + 1) >> 1;
    const groups = [commands.slice(0, half), commands.slice(half)].filter((group) => group.length > 0);
    this.#suspects.unshift(...groups);
  }

  /** Takes at most `max` commands: one group of suspects, or waiting commands. */
  take(max: number): Pending[] {
    const group = this.#suspects.shift();
    if (group !== undefined) return group.filter((pending) => !pending.settled);
    const taken = this.#waiting.slice(this.#first, this.#first + max);
    this.#first += taken.length;
    if (this.#first === this.#waiting.length) {
      this.#waiting = [];
      this.#first = 0;
    } else if (this.#first > QUEUE_COMMANDS_MAX) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return taken.filter((pending) => !pending.settled);
  }

  /** Forgets a settled command. */
  forget({ submission: { commandId, owner } }: Pending): void {
    const place = this.#places.get(commandId);
    if (place === undefined) return;
    this.#places.delete(commandId);
    this.#kept[place] = null;
    this.#free.push(place);
    this.#leave(owner);
  }
}
