import { useSearchParams } from "wouter";

/** Rows on one page of what is reviewed. */
export const REVIEWS_PER_PAGE = 20;
/** Maximum pages that an address remembers; further back leads to the newest. */
const TRAIL_MAX = 40;

/** The position in a paged list, newest first, and the ways on. */
export interface Pages {
  /** 1 is the newest page. */
  readonly number: number;
  /** What the list is asked for; undefined on the newest page. */
  readonly cursor: string | undefined;
  readonly toOlder: (cursor: string) => void;
  readonly toNewer: () => void;
  readonly toNewest: () => void;
}

/**
 * Keeps the page of a list in the address, so that it survives a reload and the browser's own way back.
 * @param name of the parameter that holds the cursors that led here
 */
export function usePages(name: string): Pages {
  const [params, setParams] = useSearchParams();
  const trail = params.getAll(name);
  const go = (cursors: readonly string[]) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete(name);
      for (const cursor of cursors.slice(-TRAIL_MAX)) next.append(name, cursor);
      return next;
    });
  return {
    number: trail.length + 1,
    cursor: trail.at(-1),
    toOlder: (cursor) => go([...trail, cursor]),
    toNewer: () => go(trail.slice(0, -1)),
    toNewest: () => go([]),
  };
}
