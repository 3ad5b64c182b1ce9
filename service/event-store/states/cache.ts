/** An entry that a cache may drop while it is not pinned. */
export interface Droppable {
  /** Pinned while above zero. */
  readonly pins: number;
  /** Whether it was used since the last sweep. */
  used: boolean;
}

/** An entry that is pinned by itself. */
export interface CacheEntry extends Droppable {
  /** How many batches in flight have touched it. */
  pins: number;
}

/** A bounded map with second-chance eviction. Pinned entries are never dropped, so it may exceed its bound. */
export class BoundedCache<K, E extends Droppable> {
  readonly #entries = new Map<K, E>();
  readonly #max: number;
  /** Raised for a while when too much is pinned, so that a full cache is not searched at every insertion. */
  #sweepAbove: number;

  /** @param max how many entries it keeps when none is pinned */
  constructor(max: number) {
    this.#max = max;
    this.#sweepAbove = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): E | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.used = true;
    return entry;
  }

  set(key: K, entry: E): void {
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#sweepAbove) this.#sweep();
  }

  values(): IterableIterator<E> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
  }

  /** One pass over at most all entries; it frees an eighth at a time, so that sweeps stay rare. */
  #sweep(): void {
    const step = Math.max(1, this.#max >> 3);
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= this.#max - step) break;
      if (entry.pins > 0) continue;
      this.#entries.delete(key);
      if (!entry.used) continue;
      entry.used = false;
      this.#entries.set(key, entry);
    }
    this.#sweepAbove = Math.max(this.#max, this.#entries.size + step);
  }
}
