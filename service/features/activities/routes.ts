import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { activityFeed } from "#projections/features/activities/feed.ts";
import { activitySources } from "#projections/features/all.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** `GET /social/activities`. */
export function activityRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.activities }, ({ caller, query, models }) => {
    const { scope = "all", ...window } = query;
    return activityFeed({ models, sources: activitySources }, caller.playerId, { ...window, scope });
  });
}
