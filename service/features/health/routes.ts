import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { CUSTODY_SIGHTINGS_MAX } from "#domain/features/deposits/rules.ts";
import type { Health } from "#domain/features/health/contract.ts";
import { custodySightings } from "#projections/features/deposits/custody.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import type { ProjectionHealth } from "#projections/kernel/health.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";

/** A projection that lags and has not moved for this long makes the service unhealthy, in milliseconds. */
export const STILL_MS_MAX = 30_000;

const isStuck = ({ lag, waitedMs }: ProjectionHealth): boolean => lag > 0 && waitedMs > STILL_MS_MAX;

/** `GET /health`. It asks nobody who they are, for it has to answer while the database of sessions is away. */
export function healthRoutes(app: Hono<Env>, deps: Deps): void {
  app.get(endpoints.health.path, async function health(context) {
    const { healthy, body } = await healthOf(deps);
    return context.json(body, healthy ? 200 : 503);
  });
}

async function healthOf({
  db,
  reads,
  writer,
}: Deps): Promise<{ readonly healthy: boolean; readonly body: Health }> {
  try {
    const { position, projections } = await reads.health();
    const alarm = alarmOf(await custodySightings(reads, CUSTODY_SIGHTINGS_MAX));
    const { halted, lastCheck } = await stakesNow({ sql: db, logId: writer.logId });
    // A check that found something, and could not yet halt the stakes for it.
    const isAlarmed = lastCheck !== null && lastCheck.problem !== null && lastCheck.finishedAt === null;
    const healthy = writer.isTakingCommands && !projections.some(isStuck) && !halted && !isAlarmed;
    const lags = projections.map(({ name, position, lag }) => ({ name, position, lag }));
    const status = healthy ? "ok" : "unhealthy";
    return { healthy, body: { status, position, projections: lags, ...problemOf(writer), ...alarm } };
  } catch {
    const { position } = writer.head;
    return {
      healthy: false,
      body: { status: "unhealthy", position, projections: [], ...problemOf(writer) },
    };
  }
}

/** What the log lacks, for the operator who restores it. */
const problemOf = ({ lostLog }: Deps["writer"]): Pick<Health, "problem"> =>
  lostLog === null ? {} : { problem: lostLog };

/** How many copies the house misses of those that it keeps for players; which ones is for admins. */
const alarmOf = ({ length }: { readonly length: number }): Pick<Health, "alarm"> =>
  length === 0 ? {} : { alarm: `Items in custody that the platform shows at a player: ${length}` };
