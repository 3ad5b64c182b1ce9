import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Health } from "#domain/features/health/contract.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps, ProjectionHealth } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** A projection that lags and has not moved for this long makes the service unhealthy, in milliseconds. */
export const STILL_MS_MAX = 30_000;

const isStuck = ({ lag, stillMs }: ProjectionHealth): boolean => lag > 0 && stillMs > STILL_MS_MAX;

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
  const position = writer.head.position;
  try {
    const all = await reads.health();
    const healthy = writer.isTakingCommands && !all.some(isStuck);
    const projections = all.map(({ name, position, lag }) => ({ name, position, lag }));
    return { healthy, body: { status: healthy ? "ok" : "unhealthy", position, projections } };
  } catch {
    return { healthy: false, body: { status: "unhealthy", position, projections: [] } };
  }
}
