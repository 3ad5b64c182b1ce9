import { queryOptions } from "@tanstack/react-query";
import type { Topic } from "#domain/features/live/contract.ts";
import { type Answer, type CallInput, call, type Route } from "#web/lib/api.ts";

/** A call that only reads. */
export type ReadRoute = Extract<Route, `GET ${string}`>;

interface ReadOptions<K extends ReadRoute> {
  readonly input?: CallInput<K>;
  /** The topics of the live stream after which the answer is asked for again. */
  readonly topics?: readonly Topic[];
  /** How often it is asked for while the live stream is down; never when not given. */
  readonly pollMs?: number;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { readonly topics?: readonly Topic[]; readonly pollMs?: number };
  }
}

/**
 * Key, fetcher, type and freshness of one read, as a value.
 * @example export const statsQuery = apiQuery("GET /games/stats", { topics: ["games"] });
 */
export function apiQuery<K extends ReadRoute>(route: K, options: ReadOptions<K> = {}) {
  const { input, topics = [], pollMs } = options;
  const named = (input ?? {}) as { params?: unknown; query?: unknown };
  const make = call as (route: K, input: object) => Promise<Answer<K>>;
  return queryOptions({
    queryKey: [route, named.params ?? null, named.query ?? null] as const,
    queryFn: ({ signal }) => make(route, { ...input, signal }),
    meta: pollMs === undefined ? { topics } : { topics, pollMs },
  });
}
