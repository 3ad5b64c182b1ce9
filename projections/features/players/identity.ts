import { transitOfGuest } from "#domain/player/guest.ts";
import { HIDDEN_NAME, isShown, type Viewer, type Visibility } from "#domain/player/privacy.ts";
import type { Row, Sql } from "../../kernel/sql.ts";

/** The name of somebody whose identity was removed, while the games remain. */
export const FORGOTTEN_NAME = "Former player";
/** The name of somebody who plays here from another log, which knows who they are. */
const GUEST_NAME = "Player of another log";

/**
 * Joins a player's identity to a read model's rows, where there is one. Text of read models sorts by bytes, the index
 * of identities by the database's collation: the comparison must use that one, or it reads all of them.
 * @param playerId the column that names the player
 */
export const withIdentity = (alias: string, playerId: string): string =>
  `left join identities ${alias} on ${alias}.player_id = ${playerId} collate "default"`;

/** What a query about players selects of `identities i`, next to the read model's own `player_id`. */
export const PLAYER_COLUMNS = "i.username, i.profile_image_url, i.profile";

interface NamedColumns extends Row {
  readonly player_id: string;
  readonly username: string | null;
  readonly profile_image_url: string | null;
}

export interface PlayerColumns extends NamedColumns {
  /** Null where the identity was removed. */
  readonly profile: Visibility | null;
}

/** A player as admins see one. */
export const namedPlayerOf = (row: NamedColumns) => ({
  id: row.player_id,
  username: row.username ?? (transitOfGuest(row.player_id) === null ? FORGOTTEN_NAME : GUEST_NAME),
  profileImageUrl: row.profile_image_url,
});

/** A player as a viewer may see one. */
export const playerOf = (row: PlayerColumns, viewer: Viewer) =>
  isHidden(row, viewer) ? { id: null, username: HIDDEN_NAME, profileImageUrl: null } : namedPlayerOf(row);

/** Whether a viewer may not see whose game it is. Only another log knows who a guest is. */
export const isHidden = (
  { player_id, profile }: Pick<PlayerColumns, "player_id" | "profile">,
  viewer: Viewer,
): boolean => transitOfGuest(player_id) !== null || !isShown(profile ?? "public", player_id, viewer);

/** A player by id and name, as a row has them. */
export interface Named {
  readonly id: string;
  /** Name and setting are null where the identity was removed. */
  readonly name: string | null;
  readonly profile: Visibility | null;
}

/** Id and name of a player as a viewer may see them. */
export function nameShown({ id, name, profile }: Named, viewer: Viewer) {
  const row = { player_id: id, username: name, profile_image_url: null, profile };
  const { profileImageUrl: _none, ...shown } = playerOf(row, viewer);
  return shown;
}

/** How a player is shown beside a game of theirs. */
export interface PlayerFace {
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
}

/** A player's current face; empty if the identity was removed. */
export async function faceOf(sql: Pick<Sql, "query">, playerId: string): Promise<PlayerFace> {
  const [row] = await sql.query<Row & { display_name: string; profile_image_url: string | null }>(
    "select display_name, profile_image_url from identities where player_id = $1",
    [playerId],
  );
  return { displayName: row?.display_name ?? null, profileImageUrl: row?.profile_image_url ?? null };
}

/** A player's identity, as a profile shows it. */
export interface ProfileRow extends PlayerColumns {
  readonly display_name: string;
  readonly created_at: bigint;
}

/** The identity of a player; null if missing or removed. */
export async function identityOf(sql: Pick<Sql, "query">, playerId: string): Promise<ProfileRow | null> {
  const [row] = await sql.query<ProfileRow>(
    `select i.player_id, ${PLAYER_COLUMNS}, i.display_name, i.created_at from identities i where i.player_id = $1`,
    [playerId],
  );
  return row ?? null;
}
