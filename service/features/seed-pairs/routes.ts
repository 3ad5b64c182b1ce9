import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { fairness } from "#projections/features/seed-pairs/seed-pairs.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { orNotFound } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { rotateCommand } from "./rotate-command.ts";

/** Seed commitments and rotation. */
export function seedPairRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.fairness }, async ({ caller, models }) =>
    orNotFound(await fairness(models, caller.playerId)),
  );

  route(app, { deps, endpoint: endpoints.rotate }, async (call) => {
    const { clientSeed } = call.body;
    const command = rotateCommand(call.origin(), { playerId: call.caller.playerId, clientSeed });
    const { position: _position, ...answer } = await perform(command, { call, deps });
    return answer;
  });
}
