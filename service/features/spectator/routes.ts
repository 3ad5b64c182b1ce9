import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { chatOf } from "#domain/features/spectator/chat.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { liveGames } from "#projections/features/spectator/live-games.ts";
import { watchedGame } from "#projections/features/spectator/watched-game.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import type { Watchers } from "./watchers.ts";

/** Games to be watched, and what is said of one. */
export function spectatorRoutes(app: Hono<Env>, deps: Deps & { readonly watchers: Watchers }): void {
  route(app, { deps, endpoint: endpoints.liveGames }, async ({ models, viewer, query }) => {
    const { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER } = query;
    const games = await liveGames(models, { ...(await viewer()), at: deps.now() }, { before, limit });
    return games.map((game) => ({ ...game, spectatorCount: deps.watchers.of(game.id) }));
  });

  route(app, { deps, endpoint: endpoints.spectatorChat }, async ({ models, viewer, query }) => {
    const game = await watchedGame(models, query.gameId, await viewer());
    if (game === null) throw notFound();
    return chatOf(game);
  });
}
