import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import { gameHistory } from "#projections/features/house-flips/game-history.ts";
import { largestBets, liveBets } from "#projections/features/house-flips/live-bets.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { cursorAt, placeOf } from "#projections/kernel/cursor.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { csvOf, type Exported, isCsvAsked } from "#service/http/export/export.ts";
import { addressOf, isExempt } from "#service/http/limits/address.ts";
import { RateLimit } from "#service/http/limits/rate-limit.ts";
import { tooMany } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { flipCommand } from "./flip-command.ts";

/** How often one player may flip. */
export const FLIP_RATE = { perSecond: 50, burst: 100 } as const;

/** Columns of the export of a player's games. */
const GAME_COLUMNS: readonly Column<GameHistoryEntry>[] = [
  ...fields("id", "position", "createdAt", "gameType"),
  { name: "userGame", of: ({ userGame }) => userGame?.title ?? null },
  { name: "opponent", of: ({ opponent }) => opponent?.username ?? null },
  ...fields("currency", "betSide", "result", "won", "betAmount", "winAmount", "experience"),
];

/** The house flip: flipping, own figures and games, and everybody's newest bets. */
export function houseFlipRoutes(app: Hono<Env>, deps: Deps): void {
  const limit = new RateLimit(FLIP_RATE);
  route(app, { deps, endpoint: endpoints.flip }, async (call) => {
    const { playerId } = call.caller;
    if (!isExempt(addressOf(call.context, deps.config), deps.config)) {
      const wait = limit.take(playerId, deps.now());
      if (wait > 0) throw tooMany("You are flipping too fast.", wait);
    }
    const stake = parseMinor(String(call.body.betAmount));
    invariant(stake !== null, "the schema lets only amounts through");
    const command = flipCommand(call.origin(), { playerId, side: call.body.betSide, stake });
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.stats }, async ({ caller, models }) => {
    return playerStats(models, caller.playerId);
  });

  route(app, { deps, endpoint: endpoints.history }, async ({ caller, query, models, context, viewer }) => {
    const { export: asked, ...wanted } = query;
    const player = { ...(await viewer()), playerId: caller.playerId };
    if (!isCsvAsked(context, asked)) return gameHistory(models, player, wanted);
    const { before, limit: _all, ...filter } = wanted;
    const list: Exported<GameHistoryEntry> = {
      name: "games",
      columns: GAME_COLUMNS,
      page: async ({ limit = LIST_LIMIT_MAX, next }) => {
        const from = next === undefined ? before : placeOf(next);
        const items = await gameHistory(models, player, { ...filter, limit, before: from });
        const last = items.length < limit ? undefined : items.at(-1);
        return { items, next: last === undefined ? null : cursorAt(last.position) };
      },
    };
    return csvOf({ context, deps }, list);
  });

  route(app, { deps, endpoint: endpoints.liveBets }, async ({ query, models, viewer }) => {
    return liveBets(models, await viewer(), query);
  });

  route(app, { deps, endpoint: endpoints.largestBets }, async ({ models, viewer }) => {
    return largestBets(models, await viewer(), deps.now());
  });
}
