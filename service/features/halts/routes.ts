import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import { personOf } from "#service/features/roles/actor.ts";
import type { Env } from "#service/http/access/caller.ts";
import { jsonAnswer } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import type { HaltServices } from "./services.ts";
import { haltByAdminCommand } from "./stakes.ts";

/** The staking status, an admin's halt and its end, and verifications on demand. */
export function haltRoutes(app: Hono<Env>, deps: Deps & HaltServices): void {
  const reader = { sql: deps.db, logId: deps.writer.logId };

  route(app, { deps, endpoint: endpoints.stakes }, async () => {
    const { halted, since } = await stakesNow(reader);
    return { halted, since };
  });

  route(app, { deps, endpoint: endpoints.adminStakes }, () => stakesNow(reader));

  route(app, { deps, endpoint: endpoints.haltStakes }, async (call) => {
    const actor = await personOf(call.caller.playerId, deps);
    return perform(haltByAdminCommand(call.origin(), { actor, reason: call.body.reason }), { call, deps });
  });

  route(app, { deps, endpoint: endpoints.verification }, async () => ({ newest: deps.verifications.newest }));

  route(app, { deps, endpoint: endpoints.startVerification }, async (call) => {
    if (!deps.verifications.start(call.caller.playerId)) {
      const detail = "A verification is running. Start another when it has finished.";
      throw new HttpProblem(409, { code: "verification_running", detail });
    }
    return jsonAnswer(call.context, { newest: deps.verifications.newest }, { status: 202 });
  });
}
