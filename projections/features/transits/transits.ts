import { isCopy } from "#domain/accounts/item.ts";
import type { PeerBalance, TransitShown } from "#domain/features/transits/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import { type DecodedEvents, ofTypes, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

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
    asset: when(BEGINS, "payload ->> 'asset'"),
    amount: when(BEGINS, "(payload ->> 'amount')::bigint"),
    account: `case type when ${LEFT} then payload ->> 'sender' when ${ARRIVED} then payload ->> 'receiver' end`,
    purpose: when(LEFT, "payload ->> 'purpose'"),
    began_position: when(BEGINS, "position"),
    began_at: when(BEGINS, "recorded_at"),
    closed_at: when("'TransitClosed'", "recorded_at"),
  },
  from: `from (select position, recorded_at, type, payload::jsonb as payload from slice
    where ${ofTypes("TransitLeft", "TransitArrived", "TransitClosed")} offset 0) as event`,
};

const NEWEST = {
  direction: "text",
  peer: "int",
  asset: "text",
  amount: "bigint",
  account: "text",
  purpose: "text",
  began_position: "bigint",
  began_at: "bigint",
  closed_at: "bigint",
} as const;

/** Every transit that left this log or arrived in it. Amounts in minor units. */
export const transitsProjection: Projection = {
  name: "transits",
  version: 1,
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
  },
  reads: [steps],
  apply: (table) => [
    newestWords(table, { name: "transits", source: "transit_steps", key: "transit_id", columns: NEWEST }),
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

/** How many departures are under way to each log, and since when the oldest is, in milliseconds. */
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
  const rows = await models.ask<TransitRow>(
    (table) => `select * from ${table("transits")} where began_position < $1
      order by began_position desc limit $2`,
    [placeOf(next), limit + 1],
  );
  return pageOf(rows, limit, {
    item: shownOf,
    cursor: ({ began_position: at }) => cursorAt(Number(at)),
  });
}

const ONE_COPY = "1.00";

const shownOf = (row: TransitRow): TransitShown => ({
  id: row.transit_id,
  direction: row.direction,
  log: row.peer,
  asset: row.asset,
  // One copy is one whole.
  amount: isCopy(row.asset) ? ONE_COPY : moneyOf(row.amount),
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

/** What went between this log and each other one, by currency: nobody owes items, which are in one log or the other. */
export async function peerBalances(models: ReadModels): Promise<PeerBalance[]> {
  const part = (where: string): string => `coalesce(sum(amount) filter (where ${where}), 0)::bigint`;
  const rows = await models.ask<BalanceRow>(
    (table) => `select peer, asset, ${part("direction = 'out'")} as went,
        ${part("direction = 'out' and closed_at is null")} as under_way, ${part("direction = 'in'")} as arrived
      from ${table("transits")} where asset not like 'item:%' group by peer, asset order by peer, asset`,
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
