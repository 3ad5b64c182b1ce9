import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { ownCourses, ownFigures } from "#projections/features/own-games/figures.ts";
import { ownStreaks } from "#projections/features/own-games/streaks.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** Results of the caller's own games. */
export function ownGamesRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.ownFigures }, async ({ caller, query, models }) => {
    return ownFigures(models, { ...query, playerId: caller.playerId });
  });

  route(app, { deps, endpoint: endpoints.ownCourse }, async ({ caller, models }) => {
    const [courses, streaks] = await Promise.all([
      ownCourses(models, caller.playerId),
      ownStreaks(models, caller.playerId),
    ]);
    return { courses, streaks };
  });
}
