import type { Row, Sql } from "../../kernel/sql.ts";

/** The name of somebody whose identity was removed, while the games remain. */
export const FORGOTTEN_NAME = "Former player";

/**
 * Joins the identity of a player to a read model's rows, where there is one. Text of read models sorts by bytes, the
 * index of identities as the database does: compared by its own order it is found there, else all of them are read.
 * @param playerId the column that names the player
 */
export const withIdentity = (alias: string, playerId: string): string =>
  `left join identities ${alias} on ${alias}.player_id = ${playerId} collate "default"`;

/** What a query about players selects of `identities i`, next to the read model's own `player_id`. */
export const PLAYER_COLUMNS = "i.username, i.profile_image_url";

export interface PlayerColumns extends Row {
  readonly player_id: string;
  readonly username: string | null;
  readonly profile_image_url: string | null;
}

/** A player as everybody may see one. */
export const playerOf = (row: PlayerColumns) => ({
  id: row.player_id,
  username: row.username ?? FORGOTTEN_NAME,
  profileImageUrl: row.profile_image_url,
});

/** How a player is shown beside a game of theirs. */
export interface PlayerFace {
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
}

/** The face of a player as it is now; nothing of one whose identity was removed. */
export async function faceOf(sql: Pick<Sql, "query">, playerId: string): Promise<PlayerFace> {
  const [row] = await sql.query<Row & { display_name: string; profile_image_url: string | null }>(
    "select display_name, profile_image_url from identities where player_id = $1",
    [playerId],
  );
  return { displayName: row?.display_name ?? null, profileImageUrl: row?.profile_image_url ?? null };
}
