import type { Notification } from "#domain/features/notifications/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { type DecodedEvents, ofTypes } from "../../kernel/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";

type Told = Pick<Notification, "type" | "title" | "message" | "actionUrl">;
interface Payload {
  readonly [key: string]: string | null | readonly string[];
}

const deposit = (title: string, message: string): Told => ({
  type: "deposit",
  title,
  message,
  actionUrl: "/deposits",
});
const account = (title: string, message: string): Told => ({
  type: "account",
  title,
  message,
  actionUrl: null,
});
const money = (payload: Payload, key: string): string => formatMinor(BigInt(String(payload[key] ?? "0")));
const withNote = (message: string, note: unknown): string =>
  typeof note === "string" && note !== "" ? `${message} ${note}` : message;

/** Whom a notice is for that is every admin's: of what one of them did, every other admin's. */
const ADMINS = "admins";

/** What players are told, by what happened to them. */
const TOLD: { readonly [type: string]: (payload: Payload) => Told } = {
  DepositCompleted: ({ note }) =>
    deposit("Deposit completed", withNote("Your deposit was approved and credited.", note)),
  DepositRejected: ({ note }) => deposit("Deposit rejected", withNote("Your deposit was rejected.", note)),
  DepositReversed: (payload) => {
    const owed = payload.owed === "0" ? "" : ` You owe ${money(payload, "owed")} ${payload.asset} for it.`;
    return deposit("Deposit taken back", withNote(`Your deposit was taken back.${owed}`, payload.reason));
  },
  DebtPaid: (payload) =>
    deposit("Debt paid", `${money(payload, "amount")} ${payload.asset} went into what you owed.`),
  DebtWrittenOff: (payload) =>
    deposit("Debt written off", `You no longer owe ${money(payload, "amount")} ${payload.asset}.`),
  PlayerSuspended: ({ reason }) =>
    account("Account suspended", withNote("You can neither bet nor deposit.", reason)),
  SuspensionLifted: ({ reason }) => account("Suspension lifted", withNote("You can play again.", reason)),
  RoleGranted: ({ role }) => account("New role", `You are ${role} now.`),
  BankFellBelowFloor: (payload) => ({
    type: "system",
    title: `${payload.currency} stakes against the house have stopped`,
    message: `The bank holds ${money(payload, "bank")} ${payload.currency}, less than its floor of ${money(payload, "floor")}. Stakes are taken again once it holds that much.`,
    actionUrl: "/admin/settings",
  }),
  ProposalMade: ({ reason }) => ({
    type: "system",
    title: "Needs a second admin",
    message: withNote("An admin proposed what another one has to confirm.", reason),
    actionUrl: "/admin/proposals",
  }),
  SessionsEnded: ({ reason }) =>
    account("Signed out everywhere", withNote("An admin ended all your sessions.", reason)),
  RoleRevoked: ({ role }) => account("Role removed", `You are ${role} no longer.`),
};

const tellings: DecodedEvents = {
  name: "tellings",
  columns: {
    position: "position",
    recorded_at: "recorded_at",
    type: "type",
    payload: "payload::text",
    by_player: "payload ->> 'by'",
    player_id: `case when stream like 'player:%' then split_part(stream, ':', 2)
        when type in ('BankFellBelowFloor', 'ProposalMade') then '${ADMINS}' else payload ->> 'playerId' end`,
  },
  from: `from (select position, stream, recorded_at, type, payload::jsonb as payload from slice
    where ${ofTypes(...Object.keys(TOLD))} offset 0) as event`,
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
  return rows.flatMap((row) => {
    const told = TOLD[row.type]?.(JSON.parse(row.payload) as Payload);
    if (told === undefined) return [];
    const position = Number(row.position);
    return {
      id: `n_${position}`,
      position,
      userId: listener.playerId,
      ...told,
      isRead: row.is_read,
      createdAt: instantOf(row.at),
    };
  });
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
