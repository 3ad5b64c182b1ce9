import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import { undertakeFor } from "#service/features/proposals/undertake.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** Whether stakes are taken, and an admin's way back after a halt. */
export function haltRoutes(app: Hono<Env>, deps: Deps): void {
  const reader = { sql: deps.db, logId: deps.writer.logId };

  route(app, { deps, endpoint: endpoints.stakes }, async () => {
    const { halted, since } = await stakesNow(reader);
    return { halted, since };
  });

  route(app, { deps, endpoint: endpoints.adminStakes }, () => stakesNow(reader));

  route(app, { deps, endpoint: endpoints.resumeStakes }, async (call) => {
    const done = await undertakeFor({ call, deps }, { kind: "resume_stakes" }, call.body.reason);
    invariant(done instanceof Response, "stakes are resumed by two");
    return done;
  });
}
