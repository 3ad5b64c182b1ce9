import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { copiesOf } from "#service/features/live-coinflips/bet.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { perform, route } from "#service/http/route.ts";
import { flipItemsCommand } from "./flip-items-command.ts";

/** The flip for items against the house's bot. */
export function botFlipRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.botFlip }, async (call) => {
    const { playerId } = call.caller;
    const origin = call.origin();
    const bet = await copiesOf(call.body.betItems, playerId, deps);
    const { itemsStaked } = deps.config;
    const command = flipItemsCommand(origin, { playerId, side: call.body.betSide, bet, itemsStaked });
    const { position: _position, ...answer } = await perform(command, { call, deps });
    return answer;
  });
}
