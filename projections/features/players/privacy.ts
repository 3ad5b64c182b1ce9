import type { Privacy } from "#domain/player/privacy.ts";
import type { Row, Sql } from "../../kernel/sql.ts";

/** A player's current privacy settings; null for one without an identity. */
export async function privacyOf(sql: Pick<Sql, "query">, playerId: string): Promise<Privacy | null> {
  const [row] = await sql.query<Row & Privacy>(
    "select profile, activity, presence, requests from identities where player_id = $1",
    [playerId],
  );
  return row ?? null;
}
