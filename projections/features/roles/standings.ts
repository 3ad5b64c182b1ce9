import type { RoleHolder } from "#domain/features/roles/contract.ts";
import type { Role } from "#domain/features/roles/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { BadCursorError } from "../../kernel/cursor.ts";
import { texts } from "../../kernel/events/columns.ts";
import { type DecodedEvents, ID_OF_STREAM, parsedOf } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { FORGOTTEN_NAME, namedPlayerOf, type PlayerColumns } from "../players/identity.ts";

const changes: DecodedEvents = {
  name: "role_changes",
  columns: {
    position: "position",
    recorded_at: "recorded_at",
    player_id: ID_OF_STREAM,
    role: "payload ->> 'role'",
    holds: "type = 'RoleGranted'",
    is_suspended: "type = 'PlayerSuspended'",
    ...texts("by", "reason", "confirmedBy"),
    is_role: "type in ('RoleGranted', 'RoleRevoked')",
  },
  from: parsedOf(
    "position, stream, recorded_at, type",
    ...["RoleGranted", "RoleRevoked", "PlayerSuspended", "SuspensionLifted"],
  ),
};

/** Roles and suspensions, each with its newest change. */
export const standingsProjection: Projection = {
  name: "standings",
  version: 2,
  tables: {
    role_grants: {
      columns: {
        player_id: "text not null",
        role: "text not null",
        holds: "boolean not null",
        by: "text not null",
        reason: "text not null",
        at: "bigint not null",
        confirmed_by: "text",
      },
      key: ["player_id", "role"],
    },
    suspensions: {
      columns: {
        player_id: "text not null",
        is_suspended: "boolean not null",
        by: "text not null",
        reason: "text not null",
        at: "bigint not null",
      },
      key: ["player_id"],
    },
  },
  reads: [changes],
  apply: (table) => [
    `insert into ${table("role_grants")} (player_id, role, holds, by, reason, at, confirmed_by)
    select distinct on (player_id, role) player_id, role, holds, by, reason, recorded_at, confirmed_by
    from role_changes where is_role order by player_id, role, position desc
    on conflict (player_id, role) do update set holds = excluded.holds, by = excluded.by, reason = excluded.reason,
      at = excluded.at, confirmed_by = excluded.confirmed_by`,
    `insert into ${table("suspensions")} (player_id, is_suspended, by, reason, at)
    select distinct on (player_id) player_id, is_suspended, by, reason, recorded_at
    from role_changes where not is_role order by player_id, position desc
    on conflict (player_id) do update set is_suspended = excluded.is_suspended, by = excluded.by,
      reason = excluded.reason, at = excluded.at`,
  ],
};

/** The roles that a player was given, and whether they are suspended. */
export interface GrantedRoles {
  readonly roles: readonly Role[];
  /** Null unless the player is suspended. */
  readonly suspension: { readonly reason: string; readonly since: string } | null;
}

interface GrantRow extends Row {
  readonly role: Role | null;
  readonly reason: string | null;
  readonly at: bigint | null;
}

/** A player's granted roles, as far as the read model has come. */
export async function grantedRoles(models: ReadModels, playerId: string): Promise<GrantedRoles> {
  const rows = await models.ask<GrantRow>(
    (table) => `select g.role, s.reason, s.at
      from (select $1::text as player_id) p
        left join ${table("role_grants")} g on g.player_id = p.player_id and g.holds
        left join ${table("suspensions")} s on s.player_id = p.player_id and s.is_suspended
      order by g.role`,
    [playerId],
  );
  const { reason = null, at = null } = rows[0] ?? {};
  return {
    roles: rows.flatMap(({ role }) => (role === null ? [] : [role])),
    suspension: reason === null || at === null ? null : { reason, since: instantOf(at) },
  };
}

/** An admin's eligibility as one of two; `at` in milliseconds. */
export interface AdminStanding {
  readonly grant: { readonly at: number; readonly by: readonly string[] } | null;
  readonly suspended: boolean;
}

/** How admins were granted their role, as far as the read model has come; others have no entry. */
export async function adminStandings(
  models: ReadModels,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminStanding>> {
  const rows = await models.ask<
    Row & {
      readonly player_id: string;
      readonly by: string | null;
      readonly confirmed_by: string | null;
      readonly at: bigint | null;
      readonly suspended: boolean;
    }
  >(
    (table) => `select p.player_id, g.by, g.confirmed_by, g.at, coalesce(s.is_suspended, false) as suspended
      from unnest($1::text[]) as p(player_id)
        left join ${table("role_grants")} g on g.player_id = p.player_id and g.holds and g.role = 'admin'
        left join ${table("suspensions")} s on s.player_id = p.player_id`,
    [arrayLiteral([...new Set(ids)])],
  );
  return new Map(
    rows.map(({ player_id, by, confirmed_by, at, suspended }) => {
      const granters = [by, confirmed_by].filter((id) => id !== null);
      return [player_id, { grant: at === null ? null : { at: Number(at), by: granters }, suspended }];
    }),
  );
}

interface HolderRow extends PlayerColumns {
  readonly role: Role;
  readonly is_listed: boolean;
  readonly by: string | null;
  readonly reason: string | null;
  readonly at: bigint | null;
  readonly confirmed_by: string | null;
  readonly suspended: boolean;
}

/**
 * Everybody who has a role, by name of the role and id.
 * @param listed the platform's ids of admins that the settings name
 */
export async function roleHolders(
  models: ReadModels,
  listed: readonly string[],
  { limit = LIST_LIMIT_DEFAULT, next }: PageQuery,
): Promise<Page<RoleHolder>> {
  const after = keyOf(next);
  const rows = await models.ask<HolderRow>(
    (table) => `select h.*, i.username, i.profile_image_url, coalesce(s.is_suspended, false) as suspended
      from (
        select player_id, 'admin' as role, true as is_listed, null::text as by, null::text as reason, null::bigint as at,
          null::text as confirmed_by
        from identities where platform_id = any ($1::text[])
        union all
        select player_id, role, false, by, reason, at, confirmed_by from ${table("role_grants")} where holds
      ) h left join identities i using (player_id) left join ${table("suspensions")} s using (player_id)
      where (h.role collate "C", h.player_id collate "C", h.is_listed) > ($2::text, $3::text, $4::boolean)
      order by h.role collate "C", h.player_id collate "C", h.is_listed limit $5`,
    [arrayLiteral(listed), after.role, after.playerId, after.isListed, limit + 1],
  );
  return pageOf(rows, limit, { item: holderOf, cursor: cursorOf });
}

const holderOf = (row: HolderRow): RoleHolder => ({
  player: namedPlayerOf(row),
  role: row.role,
  source: row.is_listed ? "settings" : "grant",
  grantedBy: row.by,
  confirmedBy: row.confirmed_by,
  reason: row.reason,
  grantedAt: row.at === null ? null : instantOf(row.at),
  suspended: row.suspended,
});

const cursorOf = ({ role, player_id, is_listed }: HolderRow): string => `${role}.${player_id}.${is_listed}`;

function keyOf(next: string | undefined) {
  if (next === undefined) return { role: "", playerId: "", isListed: false };
  const [, role, playerId, isListed] =
    /^(admin|moderator)\.([A-Za-z0-9_-]{1,64})\.(true|false)$/.exec(next) ?? [];
  if (role === undefined || playerId === undefined) throw new BadCursorError();
  return { role, playerId, isListed: isListed === "true" };
}

/** Admins' names and pictures by id; erased ones are marked as such. */
export async function playersById(
  sql: { query<R extends Row>(text: string, values: readonly string[]): Promise<readonly R[]> },
  ids: readonly string[],
) {
  const rows = await sql.query<PlayerColumns>(
    "select player_id, username, profile_image_url from identities where player_id = any ($1::text[])",
    [arrayLiteral([...new Set(ids)])],
  );
  const known = new Map(rows.map((row) => [row.player_id, namedPlayerOf(row)]));
  return (id: string) => known.get(id) ?? { id, username: FORGOTTEN_NAME, profileImageUrl: null };
}
