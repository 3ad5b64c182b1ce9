import { type Notification, notificationSchema } from "#domain/features/notifications/contract.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { type DecodedEvents, ofTypes } from "../../kernel/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";

/** Whom a notice is for that is every admin's: of what one of them did, every other admin's. */
const ADMINS = "admins";

/** The event types that give a notification. */
const told = Object.values(eventTypes).filter(({ notify }) => notify !== null);
const toAdmins = told.filter(({ notify }) => notify?.to === "admins").map(({ type }) => `'${type}'`);

const tellings: DecodedEvents = {
  name: "tellings",
  columns: {
    position: "position",
    recorded_at: "recorded_at",
    type: "type",
    payload: "payload::text",
    by_player: "payload ->> 'by'",
    player_id: `case when stream like 'player:%' then split_part(stream, ':', 2)
        when type in (${toAdmins.join(", ")}) then '${ADMINS}' else payload ->> 'playerId' end`,
  },
  from: `from (select position, stream, recorded_at, type, payload::jsonb as payload from slice
    where ${ofTypes(...told.map(({ type }) => type))} offset 0) as event`,
};

/** Everything that players are told of. */
export const notificationsProjection: Projection = {
  name: "notifications",
  version: 3,
  tables: {
    notifications: {
      columns: {
        player_id: "text not null",
        position: "bigint not null",
        // of what every other admin is told
        by_player: "text",
        type: "text not null",
        payload: "text not null",
        at: "bigint not null",
      },
      key: ["player_id", "position"],
    },
  },
  reads: [tellings],
  apply: (table) => [
    `insert into ${table("notifications")} (player_id, position, by_player, type, payload, at)
    select player_id, position, case when player_id = '${ADMINS}' then by_player end, type, payload, recorded_at
    from tellings`,
  ],
  keepsEveryEvent: true,
};

interface NotificationRow extends Row {
  readonly position: bigint;
  readonly type: string;
  readonly payload: string;
  readonly at: bigint;
  readonly is_read: boolean;
}

/** Who asks for notices: a player, to whom those for every admin are shown too while they are one. */
export interface Listener {
  readonly playerId: string;
  readonly isAdmin: boolean;
}

const addressees = ({ playerId, isAdmin }: Listener): string =>
  arrayLiteral(isAdmin ? [playerId, ADMINS] : [playerId]);

/** What a player was told, newest first. */
export async function notificationsOf(
  models: ReadModels,
  listener: Listener,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<Notification[]> {
  const rows = await models.ask<NotificationRow>(
    (table) => `select n.position, n.type, n.payload, n.at, r.position is not null as is_read
      from ${table("notifications")} n
        left join notification_reads r on r.player_id = $4 and r.position = n.position
      where n.player_id = any ($1::text[]) and n.by_player is distinct from $4 and n.position < $2 order by n.position desc limit $3`,
    [addressees(listener), before, limit, listener.playerId],
  );
  return rows.map((row) => {
    const position = Number(row.position);
    return {
      id: `n_${position}`,
      position,
      userId: listener.playerId,
      ...noticeOf(row),
      isRead: row.is_read,
      createdAt: instantOf(row.at),
    };
  });
}

/** The text of the notification that an event gives. */
function noticeOf({
  type,
  payload,
}: NotificationRow): Pick<Notification, "type" | "title" | "message" | "actionUrl"> {
  const definition = eventTypes[type];
  const notice = definition?.notify ?? null;
  invariant(definition !== undefined && notice !== null, `${type} gives a notification`);
  const words = notice.words(definition.parse(JSON.parse(payload) as JsonObject));
  return { type: notificationSchema.shape.type.parse(notice.type), ...words, actionUrl: notice.link };
}

/** Whether a player was told something by the event at a position. */
export async function wasTold(models: ReadModels, listener: Listener, position: number): Promise<boolean> {
  const rows = await models.ask(
    (table) => `select position from ${table("notifications")}
      where player_id = any ($1::text[]) and by_player is distinct from $3 and position = $2`,
    [addressees(listener), position, listener.playerId],
  );
  return rows.length > 0;
}
