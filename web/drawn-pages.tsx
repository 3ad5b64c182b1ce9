import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { Shell } from "#web/layout/shell.tsx";
import { ApiError } from "#web/lib/api/api.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { currentUserQuery, type Session } from "#web/lib/api/session.ts";
import { hearOfDemoPlayers } from "#web/lib/demo-players.ts";
import { ANY_PATH, type PageRoute } from "#web/lib/feature.ts";
import { createLive, LiveContext } from "#web/lib/live/live.ts";
import { SiteContext } from "#web/lib/site.ts";
import { site } from "#web/site.ts";

type Audience = "player" | "visitor";

/** HTML by audience and path, such as "player /shop". */
type Drawings = Record<string, string>;

const SESSIONS: { readonly [A in Audience]: Session } = {
  player: { status: "loading", expected: true },
  visitor: { status: "signed-out", reachable: true },
};
const UNAUTHORIZED = { status: 401, statusText: "Unauthorized" };

const live = createLive();

/** Who may be shown a page before anything is known of them, and at which path. */
function audiencesOf({ access, path }: PageRoute): readonly Audience[] {
  if (path.includes(":")) return [];
  if (access === "everyone") return ["player", "visitor"];
  return access === "player" || access === "visitor" ? [access] : [];
}

/** A query cache that knows of visitors that they are signed out, and of players nothing yet. */
function cacheOf(audience: Audience) {
  const queryClient = createQueryClient(live);
  if (audience === "player") return queryClient;
  const error = new ApiError(new Response(null, UNAUTHORIZED), "");
  const { queryKey } = currentUserQuery;
  queryClient.getQueryCache().build(queryClient, { queryKey }).setState({ status: "error", error });
  return queryClient;
}

async function draw(route: PageRoute, audience: Audience): Promise<Drawings> {
  const { First, default: View } = (await route.load?.()) ?? {};
  if (First === undefined) return {};
  const path = route.path === ANY_PATH ? "/" : route.path;
  const queryClient = cacheOf(audience);
  const isWhole = First === View;
  const html = renderToStaticMarkup(
    // Nothing of a part can be used, and what replaces it says the same.
    <div id="first" inert={!isWhole} aria-hidden={isWhole ? undefined : true}>
      <SiteContext value={site}>
        <LiveContext value={live}>
          <QueryClientProvider client={queryClient}>
            <Router ssrPath={path}>
              <Shell session={SESSIONS[audience]}>{createElement(First)}</Shell>
            </Router>
          </QueryClientProvider>
        </LiveContext>
      </SiteContext>
    </div>,
  );
  // Its timers would keep the build waiting.
  queryClient.clear();
  return { [`${audience} ${path}`]: html };
}

/** What a browser shows of pages before any script has run, on a site with demo players or without. */
export async function drawPages(kind: "site" | "demo"): Promise<Drawings> {
  hearOfDemoPlayers(new Headers(kind === "demo" ? { "Demo-Players": "1" } : {}));
  const drawings: Drawings = {};
  for (const route of site.routes)
    for (const audience of audiencesOf(route)) Object.assign(drawings, await draw(route, audience));
  hearOfDemoPlayers(new Headers());
  return drawings;
}
