import { arrayLiteral, type Row, type Sql } from "#projections/kernel/sql.ts";
import { logModelOf } from "#service/features/log-model.ts";
import type { LogModel } from "#service/ledger/verifier/log-model.ts";

/**
 * The checks of a log whose admins by settings are named: by their ids on the platform, as in ADMIN_PLATFORM_IDS, or by
 * those of their players. Only a database knows which player has which id on the platform.
 * @param admins ids with commas between them; undefined to take the word of every act
 */
export async function modelFor(admins: string | undefined, db: Sql | null): Promise<LogModel> {
  if (admins === undefined) return logModelOf(null);
  const ids = admins
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  const rows = await db?.query<Row & { player_id: string }>(
    "select player_id from identities where platform_id = any ($1::text[])",
    [arrayLiteral(ids)],
  );
  return logModelOf(new Set([...ids, ...(rows ?? []).map(({ player_id }) => player_id)]));
}
