import { createStore, type Store } from "#web/lib/store/store.ts";

/** Settings that this browser keeps. */
export interface KeptStore<T> extends Pick<Store<T>, "get" | "subscribe"> {
  /** Changes some of the settings and keeps them for the next visit, in other windows as well. */
  readonly change: (change: Partial<T>) => void;
}

const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Reads stored JSON; anything malformed counts as nothing. */
function readKept<T>(text: string | null, read: (kept: Readonly<Record<string, unknown>>) => T): T {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return read(typeof value === "object" && value !== null ? { ...value } : {});
  } catch {
    return read({});
  }
}

/**
 * Makes a store whose value this browser keeps. A browser that keeps nothing has the settings for this visit.
 * @param read makes settings of whatever was kept
 * @example const soundSettings = keptStore("florin.sound", ({ muted }) => ({ muted: muted === true }));
 */
export function keptStore<T>(
  key: string,
  read: (kept: Readonly<Record<string, unknown>>) => T,
): KeptStore<T> {
  const store = createStore<T>(readKept(kept(key), read));
  window.addEventListener("storage", (event) => {
    if (event.key === key) store.set(readKept(event.newValue, read));
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (change) => {
      store.set({ ...store.get(), ...change });
      try {
        localStorage.setItem(key, JSON.stringify(store.get()));
      } catch {
        // Nothing is kept.
      }
    },
  };
}
