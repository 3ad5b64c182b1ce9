import type { Found } from "#domain/features/console/contract.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { LIVE_COINFLIP } from "../live-coinflips/flips.ts";
import { namedPlayerOf, PLAYER_COLUMNS, type PlayerColumns, withIdentity } from "../players/identity.ts";

/** The event at a position; null where the log has none. */
export async function eventFound({ sql, logId }: LogReader, position: number): Promise<Found["event"]> {
  const [row] = await sql.query<Row & { readonly type: string; readonly recorded_at: bigint }>(
    "select type, recorded_at from events where log_id = $1 and position = $2",
    [logId, position],
  );
  return row === undefined ? null : { position, type: row.type, at: instantOf(row.recorded_at) };
}

interface GameRow extends Row {
  readonly game_type: string;
  readonly position: bigint;
  readonly at: bigint;
}

/** A game by its id: a settled one, or one between players in any state. */
export async function gameFound(models: ReadModels, id: string): Promise<Found["game"]> {
  const [row] = await models.ask<GameRow>(
    (table) => `(select game_type, position, settled_at as at from ${table("games")} where game_id = $1
        order by position limit 1)
      union all
      (select '${LIVE_COINFLIP}', opened_position, opened_at from ${table("live_coinflips")} where game_id = $1)
      limit 1`,
    [id],
  );
  if (row === undefined) return null;
  return { id, gameType: row.game_type, position: Number(row.position), at: instantOf(row.at) };
}

interface DepositRow extends PlayerColumns {
  readonly requested_position: bigint;
  readonly status: NonNullable<Found["deposit"]>["status"];
}

/** A deposit by its id. */
export async function depositFound(models: ReadModels, id: string): Promise<Found["deposit"]> {
  const [row] = await models.ask<DepositRow>(
    (table) => `select d.player_id, d.requested_position,
        case when d.reversed_at is not null then 'reversed' else coalesce(d.closed_as, 'pending') end as status,
        ${PLAYER_COLUMNS}
      from ${table("deposits")} d ${withIdentity("i", "d.player_id")} where d.deposit_id = $1`,
    [id],
  );
  if (row === undefined) return null;
  const { status, requested_position: position } = row;
  return { id, status, position: Number(position), player: namedPlayerOf(row) };
}
