import type { PeerBalance, TransitShown } from "#domain/features/transits/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import { ofType } from "../../kernel/events/columns.ts";
import { type DecodedEvents, decodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

/** The name in place of an asset for several items. */
const ITEMS = "items";
const LEFT = "'TransitLeft'";
const ARRIVED = "'TransitArrived'";
const BEGINS = `${LEFT}, ${ARRIVED}`;

/** Every step of a transit. */
const steps: DecodedEvents = {
  name: "transit_steps",
  columns: {
    position: "position",
    transit_id: "payload ->> 'id'",
    direction: `case type when ${LEFT} then 'out' when ${ARRIVED} then 'in' end`,
    peer: `case type when ${LEFT} then (payload ->> 'to')::int
      when ${ARRIVED} then split_part(payload ->> 'id', '-', 1)::int end`,
    // Of items, how many there are.
    asset: when(BEGINS, `coalesce(payload ->> 'asset', '${ITEMS}')`),
    amount: when(BEGINS, "coalesce((payload ->> 'amount')::bigint, jsonb_array_length(payload -> 'things'))"),
    things: when(BEGINS, "payload -> 'things'"),
    account: `case type when ${LEFT} then payload ->> 'sender' when ${ARRIVED} then payload ->> 'receiver' end`,
    purpose: when(LEFT, "payload ->> 'purpose'"),
    began_position: when(BEGINS, "position"),
    began_at: when(BEGINS, "recorded_at"),
    closed_at: when("'TransitClosed'", "recorded_at"),
  },
  from: parsedOf("position, recorded_at, type", "TransitLeft", "TransitArrived", "TransitClosed"),
};

const goneSaid = decodedEvents("copies_gone", "ThingGone", {
  transit_id: "payload ->> 'id'",
  asset: "payload ->> 'asset'",
});
const goneTold = decodedEvents("copies_gone_told", "ThingGoneTold", {
  transit_id: "payload ->> 'id'",
  asset: "payload ->> 'asset'",
});

const NEWEST = {
  direction: "text",
  peer: "int",
  asset: "text",
  amount: "bigint",
  account: "text",
  purpose: "text",
  ...ofType("bigint", "began_position", "began_at", "closed_at"),
} as const;

/** Every transit of this log with its copies, and copies that have left the site. Minor units, or item counts. */
export const transitsProjection: Projection = {
  name: "transits",
  version: 2,
  tables: {
    transits: {
      columns: { transit_id: "text not null", ...NEWEST },
      key: ["transit_id"],
      indexes: [
        "began_position",
        { on: "peer, began_position", where: "direction = 'out' and closed_at is null" },
      ],
      fillfactor: 70,
    },
    transit_copies: {
      columns: {
        ...ofType("text not null", "transit_id", "asset", "direction"),
        began_position: "bigint not null",
      },
      key: ["transit_id", "asset"],
      indexes: [{ on: "asset, began_position", where: "direction = 'out'" }],
    },
    gone_copies: {
      columns: {
        transit_id: "text not null",
        asset: "text not null",
        peer: "int not null",
        said_position: "bigint",
        said_at: "bigint",
        is_told: "boolean not null",
      },
      key: ["transit_id", "asset"],
      indexes: [{ on: "peer, said_position", where: "not is_told" }],
    },
  },
  reads: [steps, goneSaid, goneTold],
  apply: (table) => [
    newestWords(table, { name: "transits", source: "transit_steps", key: "transit_id", columns: NEWEST }),
    `insert into ${table("transit_copies")} (transit_id, asset, direction, began_position)
    select transit_id, thing ->> 'asset', direction, position
    from transit_steps cross join lateral jsonb_array_elements(things) as thing
    on conflict do nothing`,
    // One statement: report and confirmation may be in one slice.
    `insert into ${table("gone_copies")} as t (transit_id, asset, peer, said_position, said_at, is_told)
    select transit_id, asset, split_part(transit_id, '-', 1)::int, min(said_position), min(said_at), bool_or(is_told)
    from (
      select transit_id, asset, position as said_position, recorded_at as said_at, false as is_told from copies_gone
      union all
      select transit_id, asset, null, null, true from copies_gone_told
    ) s
    group by transit_id, asset
    on conflict (transit_id, asset) do update set is_told = t.is_told or excluded.is_told`,
  ],
};

interface TransitRow extends Row {
  readonly transit_id: string;
  readonly direction: "out" | "in";
  readonly peer: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly account: string;
  readonly purpose: string | null;
  readonly began_position: bigint;
  readonly began_at: bigint;
  readonly closed_at: bigint | null;
}

/** A departure whose arrival is not known. */
export interface OpenDeparture {
  readonly id: string;
  readonly position: number;
}

/** The oldest departures for a log whose arrival is not known, from a position on. */
export async function openDepartures(
  models: ReadModels,
  peer: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly OpenDeparture[]> {
  const rows = await models.ask<TransitRow>(
    (table) => `select transit_id, began_position from ${table("transits")}
      where peer = $1::int and direction = 'out' and closed_at is null and began_position > $2
      order by began_position limit $3`,
    [peer, after, limit],
  );
  return rows.map(({ transit_id: id, began_position: at }) => ({ id, position: Number(at) }));
}

interface WaitingRow extends Row {
  readonly peer: number;
  readonly count: bigint;
  readonly oldest: bigint;
}

/** Departures under way to each log: how many, and since when, in milliseconds. */
export async function waitingDepartures(models: ReadModels) {
  const rows = await models.ask<WaitingRow>(
    (table) => `select peer, count(*), min(began_at) as oldest from ${table("transits")}
      where direction = 'out' and closed_at is null group by peer order by peer`,
    [],
  );
  return rows.map(({ peer, count, oldest }) => ({ peer, count: Number(count), oldest: Number(oldest) }));
}

/**
 * Transits of this log, newest first.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function transitsPage(
  models: ReadModels,
  { limit = LIST_LIMIT_DEFAULT, next }: PageQuery,
): Promise<Page<TransitShown>> {
  const rows = await models.ask<ShownRow>(
    (table) => `select t.*, (select string_agg(asset, ' ' order by asset) from ${table("transit_copies")} c
        where c.transit_id = t.transit_id) as items
      from ${table("transits")} t where began_position < $1
      order by began_position desc limit $2`,
    [placeOf(next), limit + 1],
  );
  return pageOf(rows, limit, { item: shownOf, cursor: cursorBy("began_position") });
}

interface ShownRow extends TransitRow {
  /** Names of copies, which have no spaces in them. */
  readonly items: string | null;
}

/** Minor units of one whole: an item counts as one whole. */
const WHOLE = 100n;

const shownOf = (row: ShownRow): TransitShown => ({
  id: row.transit_id,
  direction: row.direction,
  log: row.peer,
  asset: row.asset,
  amount: row.asset === ITEMS ? formatMinor(row.amount * WHOLE) : moneyOf(row.amount),
  items: row.items === null ? [] : row.items.split(" "),
  account: row.account,
  purpose: row.purpose ?? "",
  position: Number(row.began_position),
  at: instantOf(row.began_at),
  closedAt: row.closed_at === null ? null : instantOf(row.closed_at),
});

interface BalanceRow extends Row {
  readonly peer: number;
  readonly asset: string;
  readonly went: bigint;
  readonly under_way: bigint;
  readonly arrived: bigint;
}

/** The traffic with each other log, by currency: items are never owed. */
export async function peerBalances(models: ReadModels): Promise<PeerBalance[]> {
  const part = (where: string): string => `coalesce(sum(amount) filter (where ${where}), 0)::bigint`;
  const rows = await models.ask<BalanceRow>(
    (table) => `select peer, asset, ${part("direction = 'out'")} as went,
        ${part("direction = 'out' and closed_at is null")} as under_way, ${part("direction = 'in'")} as arrived
      from ${table("transits")} where asset <> '${ITEMS}' group by peer, asset order by peer, asset`,
    [],
  );
  return rows.map(({ peer, asset, went, under_way: underWay, arrived }) => ({
    log: peer,
    asset,
    left: moneyOf(went),
    underWay: moneyOf(underWay),
    arrived: moneyOf(arrived),
    owed: moneyOf(went - underWay - arrived),
  }));
}
