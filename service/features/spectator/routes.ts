import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { chatShown } from "#domain/features/spectator/chat.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { liveSources } from "#projections/features/all.ts";
import type { BegunGame } from "#projections/games/live-source.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import type { Watchers } from "./watchers.ts";

/** Games to watch, and the chat of a game. */
export function spectatorRoutes(app: Hono<Env>, deps: Deps & { readonly watchers: Watchers }): void {
  // A round is watched on the page of its game.
  const counted = (game: BegunGame) => ({
    ...game,
    spectatorCount: deps.watchers.of(game.userGame?.id ?? game.id),
  });

  route(app, { deps, endpoint: endpoints.liveGames }, async ({ models, viewer, query }) => {
    const { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER } = query;
    const seen = { ...(await viewer()), at: deps.now() };
    const games: BegunGame[] = [];
    for (const source of liveSources) games.push(...(await source.list(models, seen, { before, limit })));
    return games
      .toSorted((a, b) => b.position - a.position)
      .slice(0, limit)
      .map(counted);
  });

  route(app, { deps, endpoint: endpoints.spectatorChat }, async ({ models, viewer, query }) => {
    const { gameId, limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER } = query;
    const seen = { ...(await viewer()), at: deps.now() };
    for (const source of liveSources) {
      const said = await source.said(models, gameId, seen);
      if (said !== null) return chatShown(gameId, said.slice(0, before - 1)).slice(0, limit);
    }
    throw notFound();
  });
}
