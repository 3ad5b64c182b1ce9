import { ofType } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";

const REQUEST = "'DepositRequested'";
const CLOSING = "'DepositCompleted', 'DepositRejected'";
const REVERSAL = "'DepositReversed'";

const STEPS = [
  ...["DepositRequested", "DepositClaimed", "DepositApproved", "DepositCompleted", "DepositRejected"],
  ...["DepositCancelled", "DepositReversed", "DebtPaid", "DebtWrittenOff"],
];

/** Every step of a deposit, and every part of a debt for one that is settled. */
const steps: DecodedEvents = {
  name: "deposit_steps",
  columns: {
    position: "position",
    deposit_id: "payload ->> 'depositId'",
    player_id: when(REQUEST, "payload ->> 'playerId'"),
    wanted_type: when(REQUEST, "payload #>> '{wanted,type}'"),
    asset: when(REQUEST, "payload #>> '{wanted,asset}'"),
    amount: when(REQUEST, "(payload #>> '{wanted,amount}')::bigint"),
    asset_id: when(REQUEST, "(payload #>> '{wanted,assetId}')::bigint"),
    item_id: when(REQUEST, "(payload #>> '{wanted,itemId}')::bigint"),
    quantity: when(REQUEST, "coalesce((payload #>> '{wanted,quantity}')::int, 1)"),
    requested_position: when(REQUEST, "position"),
    requested_at: when(REQUEST, "recorded_at"),
    // An approval ends its admin's claim: an empty text clears the column, where null would keep it.
    claimed_by: when(
      "'DepositClaimed', 'DepositApproved'",
      "case when type = 'DepositClaimed' then payload ->> 'by' else '' end",
    ),
    claimed_until: when("'DepositClaimed'", "(payload ->> 'until')::bigint"),
    // A first approval is void once its admin loses the role: a completion says whether there was one.
    first_by: `case type when 'DepositApproved' then payload ->> 'by'
      when 'DepositCompleted' then coalesce(payload ->> 'firstBy', '') end`,
    closed_as: `case type when 'DepositCompleted' then 'completed' when 'DepositRejected' then 'rejected'
      when 'DepositCancelled' then 'cancelled' end`,
    // Null for cancelled deposits, since review times are computed from these.
    closed_at: when(CLOSING, "recorded_at"),
    closed_by: when(CLOSING, "payload ->> 'by'"),
    copies: `case type when 'DepositApproved' then (payload -> 'copies')::text
      when 'DepositCompleted' then ((payload -> 'credited') || (payload -> 'kept'))::text end`,
    // What a first approval says is for the second admin: a completion without a note ends it.
    note: when(
      `'DepositApproved', ${CLOSING}, ${REVERSAL}`,
      `coalesce(payload ->> 'note', payload ->> 'reason', case type when 'DepositCompleted' then '' end)`,
    ),
    reversed_at: when(REVERSAL, "recorded_at"),
    reversed_by: when(REVERSAL, "payload ->> 'by'"),
    owed: when(REVERSAL, "(payload ->> 'owed')::bigint"),
    settled: when("'DebtPaid', 'DebtWrittenOff'", "(payload ->> 'amount')::bigint"),
    updated_at: "recorded_at",
  },
  from: parsedOf("position, recorded_at, type", ...STEPS),
};

/** Columns that hold the newest word on something. */
const NEWEST = {
  ...ofType("text", "player_id", "wanted_type", "asset"),
  ...ofType("bigint", "amount", "asset_id", "item_id"),
  quantity: "integer",
  requested_position: "bigint",
  requested_at: "bigint",
  claimed_by: "text",
  claimed_until: "bigint",
  first_by: "text",
  closed_as: "text",
  closed_at: "bigint",
  ...ofType("text", "closed_by", "copies", "note"),
  reversed_at: "bigint",
  reversed_by: "text",
  owed: "bigint",
  updated_at: "bigint",
} as const;

/** Every deposit, from its request to its end and beyond. A slice may hold a whole one, merged into one row. */
export const depositsProjection: Projection = {
  name: "deposits",
  version: 5,
  tables: {
    deposits: {
      columns: { deposit_id: "text not null", ...NEWEST, settled: "bigint not null" },
      key: ["deposit_id"],
      indexes: [
        "player_id, requested_position",
        "closed_as, requested_position",
        "requested_position",
        "closed_at",
        // A partial index: by position alone a query would scan all deposits.
        { on: "requested_position", where: "reversed_at is not null" },
        { on: "requested_position", where: "closed_as is null and first_by is not null" },
      ],
      fillfactor: 70,
    },
  },
  reads: [steps],
  apply: (table) => [
    newestWords(table, {
      name: "deposits",
      source: "deposit_steps",
      key: "deposit_id",
      columns: NEWEST,
      sums: ["settled"],
    }),
  ],
};
