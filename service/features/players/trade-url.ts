import { tradeUrlAt } from "#domain/platform/trade-url.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { Deps } from "#service/http/deps.ts";

/** The address for sending a player trades on the platform; null if the player is unknown here. */
export async function tradeUrlOf(playerId: string, { db }: Pick<Deps, "db">): Promise<string | null> {
  const [row] = await db.query<Row & { platform_id: string }>(
    "select platform_id from identities where player_id = $1",
    [playerId],
  );
  return row === undefined ? null : tradeUrlAt(row.platform_id);
}
