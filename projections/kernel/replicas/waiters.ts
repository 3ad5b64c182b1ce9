/** Where the tables of a projection are, and how far the log is in them. */
export interface Reached {
  readonly generation: number;
  readonly position: number;
}

interface Waiter {
  readonly names: readonly string[];
  readonly position: number;
  readonly resolve: () => void;
}

/** The known position of every projection, and its waiters. */
export class Waiters {
  readonly #reached = new Map<string, Reached>();
  readonly #waiting = new Set<Waiter>();

  /** What is known of a projection; undefined before anything was. */
  get(name: string): Reached | undefined {
    return this.#reached.get(name);
  }

  /** Whether all of these have passed a position, as far as this process knows. */
  havePassed(names: readonly string[], position: number): boolean {
    return names.every((name) => (this.#reached.get(name)?.position ?? -1) >= position);
  }

  /** Records a projection's position, even a lower one, and releases its waiters. */
  note(name: string, reached: Reached): void {
    this.#reached.set(name, reached);
    this.#release(this.#waiting, Number.MAX_SAFE_INTEGER);
  }

  /**
   * Begins to look up the head. Later waiters may need events appended after it was read, so it does not release them.
   * @returns what lets those go whose position, or the head if that is less, has been passed
   */
  lookingUp(): (head: number) => void {
    const waiting = [...this.#waiting];
    return (head) => this.#release(waiting, head);
  }

  #release(waiters: Iterable<Waiter>, head: number): void {
    for (const waiter of waiters) {
      if (!this.havePassed(waiter.names, Math.min(waiter.position, head))) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }

  /** Calls `resolve` once all of these have passed a position; the returned function gives up waiting. */
  add(names: readonly string[], position: number, resolve: () => void): () => void {
    const waiter: Waiter = { names, position, resolve };
    this.#waiting.add(waiter);
    return () => void this.#waiting.delete(waiter);
  }

  /** Whether anybody waits. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }
}
