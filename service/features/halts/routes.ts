import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import { personOf } from "#service/features/roles/actor.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { perform, route } from "#service/http/route.ts";
import { resumeCommand } from "./stakes.ts";

/** Whether stakes are taken, and an admin's way back after a halt. */
export function haltRoutes(app: Hono<Env>, deps: Deps): void {
  const reader = { sql: deps.db, logId: deps.writer.logId };

  route(app, { deps, endpoint: endpoints.stakes }, async () => {
    const { halted, since } = await stakesNow(reader);
    return { halted, since };
  });

  route(app, { deps, endpoint: endpoints.adminStakes }, () => stakesNow(reader));

  route(app, { deps, endpoint: endpoints.resumeStakes }, async (call) => {
    const actor = await personOf(call.caller.playerId, deps);
    return perform(resumeCommand(call.origin(), { actor, reason: call.body.reason }), { call, deps });
  });
}
