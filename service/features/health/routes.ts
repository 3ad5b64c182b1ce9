import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Health } from "#domain/features/health/contract.ts";
import type { ProjectionHealth } from "#projections/kernel/health.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** A projection that lags and has not moved for this long makes the service unhealthy, in milliseconds. */
export const STILL_MS_MAX = 30_000;

const isStuck = ({ lag, waitedMs }: ProjectionHealth): boolean => lag > 0 && waitedMs > STILL_MS_MAX;

/** `GET /health`. */
export function healthRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.health }, async ({ context }) => {
    const { healthy, body } = await healthOf(deps);
    return healthy ? body : context.json(body, 503);
  });
}

async function healthOf({
  reads,
  writer,
}: Deps): Promise<{ readonly healthy: boolean; readonly body: Health }> {
  try {
    const { position, projections } = await reads.health();
    const healthy = writer.isTakingCommands && !projections.some(isStuck);
    const lags = projections.map(({ name, position, lag }) => ({ name, position, lag }));
    return { healthy, body: { status: healthy ? "ok" : "unhealthy", position, projections: lags } };
  } catch {
    return { healthy: false, body: { status: "unhealthy", position: writer.head.position, projections: [] } };
  }
}
