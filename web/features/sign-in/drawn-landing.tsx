import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import LandingPage from "#web/features/sign-in/landing-page.tsx";
import { Shell } from "#web/layout/shell.tsx";
import { ApiError } from "#web/lib/api/api.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { currentUserQuery } from "#web/lib/api/session.ts";
import { hearOfDemoPlayers } from "#web/lib/demo-players.ts";
import { createLive, LiveContext } from "#web/lib/live/live.ts";
import { SiteContext } from "#web/lib/site.ts";
import { site } from "#web/site.ts";

const UNAUTHORIZED = { status: 401, statusText: "Unauthorized" };

const live = createLive();

/** A query cache of a visitor: the API has answered that they are signed out. */
function visitorsCache(): QueryClient {
  const queryClient = createQueryClient(live);
  const error = new ApiError(new Response(null, UNAUTHORIZED), "");
  const { queryKey } = currentUserQuery;
  queryClient.getQueryCache().build(queryClient, { queryKey }).setState({ status: "error", error });
  return queryClient;
}

function draw(headers: Headers): string {
  hearOfDemoPlayers(headers);
  const queryClient = visitorsCache();
  const drawing = renderToStaticMarkup(
    <SiteContext value={site}>
      <LiveContext value={live}>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath="/">
            <Shell session={{ status: "signed-out", reachable: true }}>
              <LandingPage />
            </Shell>
          </Router>
        </QueryClientProvider>
      </LiveContext>
    </SiteContext>,
  );
  // Its timers would keep the build waiting.
  queryClient.clear();
  return drawing;
}

/** The page that visitors land on, drawn ahead by the build: as HTML, on the site and on one with demo players. */
export const drawnLanding = {
  site: draw(new Headers()),
  demo: draw(new Headers({ "Demo-Players": "1" })),
};
