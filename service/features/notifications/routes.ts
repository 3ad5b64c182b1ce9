import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { noticeSources } from "#projections/features/all.ts";
import {
  type Listener,
  notificationsOf,
  toldById,
  unreadCount,
  unreadUpTo,
} from "#projections/features/notifications/notices-told.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { performBeside } from "#service/http/idempotency/beside-log.ts";
import { orNotFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";

/** Notifications, and their read state. */
export function notificationRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.notifications }, async ({ caller, query, models }) =>
    notificationsOf({ models, sources: noticeSources }, await listenerOf(caller, models), query),
  );

  route(app, { deps, endpoint: endpoints.unreadNotifications }, async ({ caller, models }) => ({
    count: await unreadCount(models, await listenerOf(caller, models)),
  }));

  route(app, { deps, endpoint: endpoints.readAllNotifications }, async (call) => {
    const { caller, body, models } = call;
    const listener = await listenerOf(caller, models);
    // A request sent early must not mark a notification that nobody has seen.
    const { unread, newest } = await unreadUpTo(models, listener, body.upTo);
    const mark = async (tx: Sql) => {
      await markUpTo(tx, caller.playerId, newest);
      return { read: unread };
    };
    return performBeside(mark, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.readNotification }, async (call) => {
    const { caller, params, models } = call;
    const listener = await listenerOf(caller, models);
    const found = orNotFound(await toldById(models, listener, params.id));
    const mark = async (tx: Sql) => {
      await tx.query(
        `insert into notification_reads (player_id, position, name, read_at) values ($1, $2, $3, $4)
          on conflict (player_id, position, name) do nothing`,
        [caller.playerId, found.position, found.name, deps.now()],
      );
    };
    await performBeside(mark, { call, deps });
    // If nothing before it is unread, one mark replaces all single ones.
    const { unread } = await unreadUpTo(models, listener, found.position);
    if (unread === 0) await markUpTo(deps.db, caller.playerId, found.position);
    return { id: params.id, isRead: true as const };
  });

  async function markUpTo(sql: Sql, playerId: string, position: number): Promise<void> {
    await sql.query(
      `with mark as (
        insert into notification_marks as m (player_id, up_to) values ($1, $2)
        on conflict (player_id) do update set up_to = greatest(m.up_to, excluded.up_to) returning up_to
      ) delete from notification_reads r using mark where r.player_id = $1 and r.position <= mark.up_to`,
      [playerId, position],
    );
  }

  async function listenerOf(caller: Caller, models: ReadModels): Promise<Listener> {
    const { roles } = await deps.access.standingOf(caller, models);
    return { playerId: caller.playerId, isAdmin: roles.includes("admin"), now: deps.now() };
  }
}
