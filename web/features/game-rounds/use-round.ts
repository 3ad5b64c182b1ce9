import { useQuery } from "@tanstack/react-query";
import { ROUND_POLL_MS, roundQuery } from "#web/features/game-rounds/queries.ts";
import { useServerOffset } from "#web/features/game-rounds/server-clock.ts";
import type { Side } from "#web/lib/stake.ts";

/** The open round of a game in a currency, and how far the browser's clock is ahead of the service's. */
export function useRound(gameId: string, side: Side) {
  const query = useQuery({ ...roundQuery(gameId, side), refetchInterval: ROUND_POLL_MS });
  const offset = useServerOffset(query.data, query.dataUpdatedAt);
  return { ...query, open: query.data?.round ?? null, offset };
}
