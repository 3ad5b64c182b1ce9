import type { Currency } from "#domain/accounts/account.ts";
import { assetIdOf } from "#domain/accounts/item.ts";
import { copyName } from "#domain/accounts/payload.ts";
import type { Side } from "#domain/fairness/st1.ts";
import type { AwayItem, AwayStakeShown } from "#domain/features/away-coinflips/contract.ts";
import type { AwayItemsPayload } from "#domain/features/away-coinflips/events.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import { ofType } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { pictureAddress } from "../limiteds/limiteds.ts";

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
    items: when(MADE, "payload ->> 'items'"),
    made_position: when(MADE, "position"),
    made_at: when(MADE, "recorded_at"),
    ended_at: when(ENDS, "recorded_at"),
    ended_as: `case type when ${PLAYED} then case when payload ->> 'side' = payload ->> 'result' then 'won' else 'lost' end
      when ${RETURNED} then payload ->> 'why' end`,
    came_back: `case type when ${PLAYED} then (payload ->> 'payout')::bigint
      when ${RETURNED} then (payload ->> 'stake')::bigint end`,
    items_back: `case type when ${PLAYED} then jsonb_array_length(payload -> 'won')
      when ${RETURNED} then jsonb_array_length(payload -> 'items') end`,
  },
  from: parsedOf("position, recorded_at, type", "AwayStakeMade", "AwayCoinflipPlayed", "AwayStakeReturned"),
};

const NEWEST = {
  player_id: "text",
  game_id: "text",
  log: "int",
  side: "text",
  currency: "text",
  // As JSON; null of a currency.
  items: "text",
  items_back: "int",
  ...ofType("bigint", "stake", "made_position", "made_at", "ended_at"),
  ended_as: "text",
  came_back: "bigint",
} as const;

/** Every stake of a player of this log in a coinflip of another one. Amounts in minor units. */
export const awayStakesProjection: Projection = {
  name: "away-stakes",
  version: 2,
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
  readonly currency: Currency | null;
  readonly stake: bigint;
  readonly items: string | null;
  readonly items_back: number | null;
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
  const staked = new Map(rows.map((row) => [row.transit_id, itemsOf(row)]));
  const names = await namesOf(models, [...staked.values()].flat());
  return pageOf(rows, limit, {
    item: (row) =>
      shownOf(
        row,
        (staked.get(row.transit_id) ?? []).map((one) => itemShown(one, names)),
      ),
    cursor: cursorBy("made_position"),
  });
}

type StakedAway = AwayItemsPayload["items"][number];

const itemsOf = ({ items }: StakeRow): readonly StakedAway[] =>
  items === null ? [] : (JSON.parse(items) as StakedAway[]);

interface NameRow extends Row {
  readonly asset_id: bigint;
  readonly name: string;
}

/** The names of items by their numbers. */
async function namesOf(
  models: ReadModels,
  items: readonly StakedAway[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(items.map(({ copy }) => String(assetIdOf(copy))))];
  if (ids.length === 0) return new Map();
  const rows = await models.ask<NameRow>(
    (table) => `select asset_id, name from ${table("limiteds")} where asset_id = any ($1::bigint[])`,
    [arrayLiteral(ids)],
  );
  return new Map(rows.map(({ asset_id: id, name }) => [Number(id), name]));
}

function itemShown({ copy, serial, value }: StakedAway, names: ReadonlyMap<number, string>): AwayItem {
  const limitedId = assetIdOf(copy);
  return {
    copy: copyName.parse(copy),
    limitedId,
    name: names.get(limitedId) ?? `Item ${limitedId}`,
    imageUrl: pictureAddress(limitedId),
    serialNumber: serial,
    value: moneyOf(BigInt(value)),
  };
}

const shownOf = (row: StakeRow, items: AwayItem[]): AwayStakeShown => ({
  id: row.transit_id,
  gameId: row.game_id,
  log: row.log,
  side: row.side,
  currency: row.currency,
  stake: moneyOf(row.stake),
  items,
  itemsBack: row.items_back,
  status: row.ended_as ?? "away",
  cameBack: row.came_back === null ? null : moneyOf(row.came_back),
  position: Number(row.made_position),
  at: instantOf(row.made_at),
  endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
});
