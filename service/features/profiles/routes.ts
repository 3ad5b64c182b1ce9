import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Profile } from "#domain/features/profiles/contract.ts";
import type { Privacy } from "#domain/player/privacy.ts";
import { activitiesOf } from "#projections/features/activities/feed.ts";
import { activitySources } from "#projections/features/all.ts";
import { identityOf, playerOf } from "#projections/features/players/identity.ts";
import { playerProgress } from "#projections/features/players/player-progress.ts";
import { privacyOf } from "#projections/features/players/privacy.ts";
import { profileStats } from "#projections/features/profiles/player-games.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { performBeside } from "#service/http/idempotency/beside-log.ts";
import { orNotFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";

async function setPrivacy(tx: Sql, playerId: string, set: Privacy): Promise<void> {
  await tx.query(
    "update identities set profile = $2, activity = $3, presence = $4, requests = $5 where player_id = $1",
    [playerId, set.profile, set.activity, set.presence, set.requests],
  );
}

/** Players as others see them, and their privacy settings. */
export function profileRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.profile }, async (call): Promise<Profile> => {
    const { params, models } = call;
    const identity = orNotFound(await identityOf(deps.db, params.id));
    const viewer = await call.viewer();
    const { id, username, profileImageUrl } = playerOf(identity, viewer);
    const isSeen = id !== null;
    const [{ level }, stats, activities] = await Promise.all([
      playerProgress(models, params.id),
      isSeen ? profileStats(models, params.id) : null,
      activitiesOf({ models, sources: activitySources }, params.id, viewer.playerId),
    ]);
    return {
      id: params.id,
      username,
      displayName: isSeen ? identity.display_name : username,
      profileImageUrl,
      level,
      joinedAt: instantOf(identity.created_at),
      stats,
      activities: activities.length > 0 ? activities : null,
    };
  });

  route(app, { deps, endpoint: endpoints.privacy }, async ({ caller }) =>
    orNotFound(await privacyOf(deps.db, caller.playerId)),
  );

  route(app, { deps, endpoint: endpoints.setPrivacy }, async (call) => {
    const { caller, body } = call;
    await performBeside((tx) => setPrivacy(tx, caller.playerId, body), { call, deps });
    return body;
  });
}
