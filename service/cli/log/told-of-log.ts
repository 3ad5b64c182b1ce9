import { arrayLiteral, type Row, type Sql } from "#projections/kernel/sql.ts";
import { logModelOf } from "#service/features/log-model.ts";
import type { LogModel } from "#service/ledger/verifier/log-model.ts";
import { type Terminal, WrongUse } from "./log-tool.ts";

/** What an operator tells of a log, as arguments. */
export interface ToldOfLog {
  /** Ids with commas between them; undefined to take the word of every act. */
  readonly admins?: string | undefined;
  /** True if drand decided all games between players. */
  readonly drand?: boolean | undefined;
}

/** How the ids of players begin; those of the platform are digits. */
const OF_PLAYER = "p_";

/**
 * The checks of a log by what an operator tells. Admins by settings are named by their ids on the platform, as in
 * ADMIN_PLATFORM_IDS, or by those of their players. Only a database knows which player has which id on the platform.
 * @param db null for an exported log
 * @throws WrongUse for an id on the platform where nobody knows whose it is: rightful acts would be called wrong
 */
export async function modelFor(
  { admins, drand: drandOnly = false }: ToldOfLog,
  db: Sql | null,
  { say }: Pick<Terminal, "say">,
): Promise<LogModel> {
  if (admins === undefined) return logModelOf({ drandOnly });
  const ids = admins
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  const ofPlatform = ids.filter((id) => !id.startsWith(OF_PLAYER));
  if (db === null && ofPlatform.length > 0)
    throw new WrongUse(
      `--admins: an exported log knows players by ids such as ${OF_PLAYER}..., not by ${ofPlatform.join(", ")}.`,
    );
  const rows = await db?.query<Row & { player_id: string; platform_id: string }>(
    "select player_id, platform_id from identities where platform_id = any ($1::text[])",
    [arrayLiteral(ofPlatform)],
  );
  const found = rows ?? [];
  const unknown = ofPlatform.filter((id) => found.every(({ platform_id }) => platform_id !== id));
  // An admin who never signed in, but also one who has erased their data.
  if (unknown.length > 0)
    say(`--admins: nobody here has the id ${unknown.join(", ")} on the platform. Name a player who had it.`);
  return logModelOf({ admins: new Set([...ids, ...found.map(({ player_id }) => player_id)]), drandOnly });
}
