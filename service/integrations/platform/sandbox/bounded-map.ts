import { invariant } from "#domain/kernel/invariant.ts";

/** A map that never grows beyond its bound and forgets what has expired. */
export interface BoundedMap<V> {
  /** Keeps `value` until `expiresAt` (milliseconds since 1970); drops the oldest entry when the map is full. */
  set(key: string, value: V, expiresAt: number): void;
  /** The value; null when it expired, was dropped or never existed. */
  get(key: string): V | null;
  readonly size: number;
}

/**
 * Makes a map of at most `max` entries whose time is read from `now` (milliseconds since 1970).
 * @throws InvariantError when `max` is not a whole number above zero
 */
export function boundedMap<V>(max: number, now: () => number): BoundedMap<V> {
  invariant(Number.isSafeInteger(max) && max > 0, "a bound is a whole number above zero");
  const entries = new Map<string, { readonly value: V; readonly expiresAt: number }>();
  return {
    set(key, value, expiresAt) {
      entries.delete(key);
      if (entries.size >= max) {
        const oldest = entries.keys().next();
        if (!oldest.done) entries.delete(oldest.value);
      }
      entries.set(key, { value, expiresAt });
    },
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (now() < entry.expiresAt) return entry.value;
      entries.delete(key);
      return null;
    },
    get size() {
      return entries.size;
    },
  };
}
