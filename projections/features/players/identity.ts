import type { Row } from "../../kernel/sql.ts";

/** The name of somebody whose identity was removed, while the games remain. */
const FORGOTTEN_NAME = "Former player";

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
