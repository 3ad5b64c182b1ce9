import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { privacyOf } from "#projections/features/players/privacy.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";

/** What players let others see. */
export function profileRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.privacy }, async ({ caller }) => {
    const privacy = await privacyOf(deps.db, caller.playerId);
    if (privacy === null) throw notFound();
    return privacy;
  });

  route(app, { deps, endpoint: endpoints.setPrivacy }, async ({ caller, body }) => {
    await deps.db.query(
      "update identities set profile = $2, activity = $3, presence = $4, requests = $5 where player_id = $1",
      [caller.playerId, body.profile, body.activity, body.presence, body.requests],
    );
    return body;
  });
}
