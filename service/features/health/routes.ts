import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Health } from "#domain/features/health/contract.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import type { ProjectionHealth } from "#projections/kernel/health.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";

/** A projection that lags and has not moved for this long makes the service unhealthy, in milliseconds. */
export const STILL_MS_MAX = 30_000;

const isStuck = ({ lag, waitedMs }: ProjectionHealth): boolean => lag > 0 && waitedMs > STILL_MS_MAX;

/** `GET /health`. Needs no session: it must answer while the database of sessions is away. */
export function healthRoutes(app: Hono<Env>, deps: Deps): void {
  app.get(endpoints.health.path, async function health(context) {
    const { healthy, body } = await healthOf(deps);
    return context.json(body, healthy ? 200 : 503);
  });
}

async function healthOf(deps: Deps): Promise<{ readonly healthy: boolean; readonly body: Health }> {
  const { db, reads, writer } = deps;
  try {
    const { position, projections } = await reads.health();
    const alarm = await alarmOf(deps);
    const { halted, lastCheck } = await stakesNow({ sql: db, logId: writer.logId });
    // A check found a fault, and stakes are not halted yet.
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

/** The part of the log that is missing, for the operator who restores it. */
const problemOf = ({ lostLog }: Deps["writer"]): Pick<Health, "problem"> =>
  lostLog === null ? {} : { problem: lostLog };

/** The features' alarms for admins, without those of features that cannot answer now. */
async function alarmOf(deps: Deps): Promise<Pick<Health, "alarm">> {
  const alarms = await Promise.all(deps.features.map((feature) => feature.alarm(deps).catch(() => null)));
  // Bets continue without read models, so this must not take the process out of service. The reason may name servers:
  // only the service's log has it.
  const away = deps.reads.trouble === null ? [] : ["Read models are not asked"];
  const said = [...away, ...alarms.filter((alarm) => alarm !== null)];
  return said.length === 0 ? {} : { alarm: said.join("; ") };
}
