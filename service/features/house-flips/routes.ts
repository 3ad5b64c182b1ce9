import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import { gameHistory } from "#projections/features/house-flips/game-history.ts";
import { largestBets, liveBets } from "#projections/features/house-flips/live-bets.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { addressOf, isExempt } from "#service/http/address.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { tooMany } from "#service/http/problem.ts";
import { RateLimit } from "#service/http/rate-limit.ts";
import { perform, route } from "#service/http/route.ts";
import { flipCommand } from "./flip-command.ts";

/** How often one player may flip. */
export const FLIP_RATE = { perSecond: 50, burst: 100 } as const;

/** The house flip: flip, own figures and games, and the newest bets of everybody. */
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

  route(app, { deps, endpoint: endpoints.history }, async ({ caller, query, models, viewer }) => {
    return gameHistory(models, { ...(await viewer()), playerId: caller.playerId }, query);
  });

  route(app, { deps, endpoint: endpoints.liveBets }, async ({ query, models, viewer }) => {
    return liveBets(models, await viewer(), query);
  });

  route(app, { deps, endpoint: endpoints.largestBets }, async ({ models, viewer }) => {
    return largestBets(models, await viewer(), deps.now());
  });
}
