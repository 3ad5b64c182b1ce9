/** Something a cache may drop when nothing holds on to it. */
export interface CacheEntry {
  /** How many batches in flight have touched it; pinned while above zero. */
  pins: number;
  /** Whether it was used since the last sweep. */
  used: boolean;
}

/**
 * A bounded map that, when full, drops the entries that were neither used lately nor pinned (second chance).
 * Pinned entries stay, so it may stand above its bound by what is in flight.
 */
export class BoundedCache<K, E extends CacheEntry> {
  readonly #entries = new Map<K, E>();
  readonly #max: number;

  /** @param max how many entries it keeps when none is pinned */
  constructor(max: number) {
    this.#max = max;
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
    if (this.#entries.size > this.#max) this.#sweep();
  }

  values(): IterableIterator<E> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
  }

  /** One pass over at most all entries; an eighth is freed at a time, so that sweeps stay rare. */
  #sweep(): void {
    const target = this.#max - (this.#max >> 3);
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= target) return;
      if (entry.pins > 0) continue;
      if (entry.used) {
        entry.used = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
      } else this.#entries.delete(key);
    }
  }
}
