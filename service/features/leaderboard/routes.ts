import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { leaderboard } from "#projections/features/leaderboard/leaderboard.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** `GET /leaderboard`. */
export function leaderboardRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.leaderboard }, async ({ query, models, viewer }) => {
    const { period = "all", by = "wagered" } = query;
    return leaderboard(models, { period, by, at: deps.now() }, await viewer());
  });
}
