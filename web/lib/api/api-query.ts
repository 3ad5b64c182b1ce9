import { queryOptions } from "@tanstack/react-query";
import type { Topic } from "#domain/features/topics.ts";
import { type Answer, ApiError, type CallInput, call, type Route } from "#web/lib/api/api.ts";

const HTTP_UNAUTHORIZED = 401;

/** A call that only reads. */
export type ReadRoute = Extract<Route, `GET ${string}`>;

interface ReadOptions<K extends ReadRoute> {
  readonly input?: CallInput<K>;
  /** The topics of the live stream after which the answer is asked for again. */
  readonly topics?: readonly Topic[];
  /** Those of them that are of what is in no log: their positions may repeat. */
  readonly unlogged?: readonly Topic[];
  /** Polling interval of it while the live stream is down; never when not given. */
  readonly pollMs?: number;
  /** What an answer of 401 is: an error unless `"null"` is asked for. */
  readonly on401?: "error" | "null";
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      readonly topics?: readonly Topic[];
      readonly unlogged?: readonly Topic[];
      readonly pollMs?: number;
    };
  }
}

function nullOn401<T>(error: unknown): T {
  if (error instanceof ApiError && error.status === HTTP_UNAUTHORIZED) return null as T;
  throw error;
}

/**
 * Key, fetcher, type and freshness of one read, as a value.
 * @example export const statsQuery = apiQuery("GET /games/stats", { topics: ["games"] });
 */
export function apiQuery<K extends ReadRoute, const O extends ReadOptions<K> = ReadOptions<K>>(
  route: K,
  options?: O,
) {
  type Read = O extends { readonly on401: "null" } ? Answer<K> | null : Answer<K>;
  const { input, topics = [], unlogged = [], pollMs, on401 }: ReadOptions<K> = options ?? {};
  const named = (input ?? {}) as { params?: unknown; query?: unknown };
  const make = call as (route: K, input: object) => Promise<Read>;
  return queryOptions({
    // Reads that take 401 as null have their own cache entry.
    queryKey: [
      route,
      named.params ?? null,
      named.query ?? null,
      ...(on401 === "null" ? [on401] : []),
    ] as const,
    queryFn: ({ signal }): Promise<Read> => {
      const read = make(route, { ...input, signal });
      return on401 === "null" ? read.catch(nullOn401<Read>) : read;
    },
    meta: pollMs === undefined ? { topics, unlogged } : { topics, unlogged, pollMs },
  });
}
