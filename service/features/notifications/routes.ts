import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import {
  type Listener,
  notificationsOf,
  wasTold,
} from "#projections/features/notifications/notifications.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Caller, Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";

/** What a player was told, and that it was read. */
export function notificationRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.notifications }, async ({ caller, query, models }) => {
    return notificationsOf(models, await listenerOf(caller, models), query);
  });

  route(app, { deps, endpoint: endpoints.readNotification }, async ({ caller, params, models }) => {
    const position = Number(params.id.slice("n_".length));
    if (!(await wasTold(models, await listenerOf(caller, models), position))) throw notFound();
    await deps.db.query(
      `insert into notification_reads (player_id, position, read_at) values ($1, $2, $3)
        on conflict (player_id, position) do nothing`,
      [caller.playerId, position, deps.now()],
    );
    return { id: params.id, isRead: true as const };
  });

  async function listenerOf(caller: Caller, models: ReadModels): Promise<Listener> {
    const { roles } = await deps.access.standingOf(caller, models);
    return { playerId: caller.playerId, isAdmin: roles.includes("admin") };
  }
}
