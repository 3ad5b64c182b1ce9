import type { Currency } from "#domain/accounts/account.ts";
import type { Side } from "#domain/fairness/st1.ts";
import type { AwayStakeShown } from "#domain/features/away-coinflips/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import { ofType } from "../../kernel/events/columns.ts";
import { type DecodedEvents, ofTypes, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

const MADE = "'AwayStakeMade'";
const PLAYED = "'AwayCoinflipPlayed'";
const RETURNED = "'AwayStakeReturned'";
const ENDS = `${PLAYED}, ${RETURNED}`;
const made = (key: string): string => when(MADE, `payload ->> '${key}'`);

/** Every step of a stake in a coinflip of another log. */
const steps: DecodedEvents = {
  name: "away_steps",
  columns: {
    position: "position",
    transit_id: "payload ->> 'transitId'",
    player_id: made("playerId"),
    game_id: made("gameId"),
    log: when(MADE, "(payload ->> 'log')::int"),
    side: made("side"),
    currency: made("currency"),
    stake: when(MADE, "(payload ->> 'stake')::bigint"),
    made_position: when(MADE, "position"),
    made_at: when(MADE, "recorded_at"),
    ended_at: when(ENDS, "recorded_at"),
    ended_as: `case type when ${PLAYED} then case when payload ->> 'side' = payload ->> 'result' then 'won' else 'lost' end
      when ${RETURNED} then payload ->> 'why' end`,
    came_back: `case type when ${PLAYED} then (payload ->> 'payout')::bigint
      when ${RETURNED} then (payload ->> 'stake')::bigint end`,
  },
  from: `from (select position, recorded_at, type, payload::jsonb as payload from slice
    where ${ofTypes("AwayStakeMade", "AwayCoinflipPlayed", "AwayStakeReturned")} offset 0) as event`,
};

const NEWEST = {
  player_id: "text",
  game_id: "text",
  log: "int",
  side: "text",
  currency: "text",
  ...ofType("bigint", "stake", "made_position", "made_at", "ended_at"),
  ended_as: "text",
  came_back: "bigint",
} as const;

/** Every stake of a player of this log in a coinflip of another one. Amounts in minor units. */
export const awayStakesProjection: Projection = {
  name: "away-stakes",
  version: 1,
  tables: {
    away_stakes: {
      columns: { transit_id: "text not null", ...NEWEST },
      key: ["transit_id"],
      indexes: ["player_id, made_position"],
      fillfactor: 70,
    },
  },
  reads: [steps],
  apply: (table) => [
    newestWords(table, { name: "away_stakes", source: "away_steps", key: "transit_id", columns: NEWEST }),
  ],
};

interface StakeRow extends Row {
  readonly transit_id: string;
  readonly game_id: string;
  readonly log: number;
  readonly side: Side;
  readonly currency: Currency;
  readonly stake: bigint;
  readonly made_position: bigint;
  readonly made_at: bigint;
  readonly ended_at: bigint | null;
  readonly ended_as: Exclude<AwayStakeShown["status"], "away"> | null;
  readonly came_back: bigint | null;
}

/**
 * A player's stakes in coinflips of other logs, newest first.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function awayStakesPage(
  models: ReadModels,
  playerId: string,
  { limit = LIST_LIMIT_DEFAULT, next }: PageQuery,
): Promise<Page<AwayStakeShown>> {
  const rows = await models.ask<StakeRow>(
    (table) => `select * from ${table("away_stakes")} where player_id = $1 and made_position < $2
      order by made_position desc limit $3`,
    [playerId, placeOf(next), limit + 1],
  );
  return pageOf(rows, limit, {
    item: shownOf,
    cursor: ({ made_position: at }) => cursorAt(Number(at)),
  });
}

const shownOf = (row: StakeRow): AwayStakeShown => ({
  id: row.transit_id,
  gameId: row.game_id,
  log: row.log,
  side: row.side,
  currency: row.currency,
  stake: moneyOf(row.stake),
  status: row.ended_as ?? "away",
  cameBack: row.came_back === null ? null : moneyOf(row.came_back),
  position: Number(row.made_position),
  at: instantOf(row.made_at),
  endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
});
