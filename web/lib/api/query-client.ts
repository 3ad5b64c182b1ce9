import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isUnauthorized } from "#web/lib/api/api.ts";
import { currentUserQuery } from "#web/lib/api/session.ts";
import { loseSession } from "#web/lib/api/unauthorized.ts";
import type { Live } from "#web/lib/live/live.ts";

/** The cache. Data never gets stale, is never refetched on focus and never retried: only the live link updates it. */
export function createQueryClient(live: Live): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // Without an earlier session there is none to lose: that visitor sees the landing page.
        const wasSignedIn = queryClient.getQueryData(currentUserQuery.queryKey) !== undefined;
        if (isUnauthorized(error) && wasSignedIn) loseSession();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isUnauthorized(error)) loseSession();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: live.pollMs,
        retry: false,
        // Offline is an error to be shown, not a call that waits unseen.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  live.follow(queryClient);
  return queryClient;
}
