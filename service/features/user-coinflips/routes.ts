import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { perform, route } from "#service/http/route.ts";
import { playCommand } from "./play-command.ts";

/** The flip against the house by a player's rules. */
export function userCoinflipRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.playUserGame }, (call) => {
    const { playerId, isListed } = call.caller;
    const { betAmount, betSide: side, version = null } = call.body;
    const stake = parseMinor(String(betAmount));
    invariant(stake !== null, "the schema lets only amounts through");
    const bet = { playerId, isListed, gameId: call.params.id, side, stake, seenVersion: version };
    const command = playCommand(call.origin(), bet);
    return perform(command, { call, deps });
  });
}
