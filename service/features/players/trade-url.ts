import { tradeUrlAt } from "#domain/platform/trade-url.ts";
import { arrayLiteral, type Row } from "#projections/kernel/sql.ts";
import type { Deps } from "#service/http/deps.ts";

interface PlatformRow extends Row {
  readonly player_id: string;
  readonly platform_id: string;
}

/**
 * The addresses for sending players trades on the platform, by player; none for a player who is unknown here. One query
 * for all: a page of purchases has as many buyers.
 */
export async function tradeUrlsOf(
  playerIds: readonly string[],
  { db }: Pick<Deps, "db">,
): Promise<ReadonlyMap<string, string>> {
  if (playerIds.length === 0) return new Map();
  const rows = await db.run<PlatformRow>({
    name: "trade_urls",
    text: "select player_id, platform_id from identities where player_id = any ($1::text[])",
    values: [arrayLiteral([...new Set(playerIds)])],
  });
  return new Map(rows.map((row) => [row.player_id, tradeUrlAt(row.platform_id)]));
}

/** The address for sending a player trades on the platform; null if the player is unknown here. */
export const tradeUrlOf = async (playerId: string, deps: Pick<Deps, "db">): Promise<string | null> =>
  (await tradeUrlsOf([playerId], deps)).get(playerId) ?? null;
