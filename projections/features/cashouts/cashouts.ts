import { ofType } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";
import { REVIEW_COLUMNS, reviewSteps } from "../roles/reviews.ts";

const REQUEST = "'CashoutRequested'";
const ENDING = "'CashoutPaid', 'CashoutFailed', 'CashoutReversed'";

/** Every step of a cash-out. */
const steps: DecodedEvents = {
  name: "cashout_steps",
  columns: {
    position: "position",
    cashout_id: "payload ->> 'cashoutId'",
    player_id: when(REQUEST, "payload ->> 'playerId'"),
    amount: when(REQUEST, "(payload ->> 'amount')::bigint"),
    fees: when(REQUEST, "(payload ->> 'fees')::bigint"),
    payable_from: when(REQUEST, "(payload ->> 'payableFrom')::bigint"),
    requested_position: when(REQUEST, "position"),
    requested_at: when(REQUEST, "recorded_at"),
    status: `case type when ${REQUEST} then 'pending' when 'CashoutApproved' then 'approved'
      when 'CashoutRejected' then 'rejected' when 'CashoutCancelled' then 'cancelled'
      when 'CashoutBegun' then 'processing' when 'CashoutPaid' then 'paid'
      when 'CashoutFailed' then 'failed' when 'CashoutReversed' then 'failed' end`,
    ...reviewSteps("Cashout"),
    note: when("'CashoutRejected'", "payload ->> 'note'"),
    begun_at: when("'CashoutBegun'", "recorded_at"),
    reference: when(ENDING, "payload ->> 'reference'"),
    cause: when(ENDING, "payload ->> 'cause'"),
    ended_at: when(`'CashoutRejected', 'CashoutCancelled', ${ENDING}`, "recorded_at"),
  },
  from: parsedOf(
    "position, recorded_at, type",
    ...["CashoutRequested", "CashoutClaimed", "CashoutFirstApproved", "CashoutApproved", "CashoutRejected"],
    ...["CashoutCancelled", "CashoutBegun", "CashoutPaid", "CashoutFailed", "CashoutReversed"],
  ),
};

/** Columns that hold the newest word on something. */
const NEWEST = {
  player_id: "text",
  ...ofType("bigint", "amount", "fees", "payable_from", "requested_position", "requested_at"),
  status: "text",
  ...REVIEW_COLUMNS,
  note: "text",
  begun_at: "bigint",
  reference: "text",
  cause: "text",
  ended_at: "bigint",
} as const;

/** Every cash-out, from its request to its end. Amounts in cents. */
export const cashoutsProjection: Projection = {
  name: "cashouts",
  version: 1,
  tables: {
    cashouts: {
      columns: { cashout_id: "text not null", ...NEWEST },
      key: ["cashout_id"],
      indexes: ["player_id, requested_position", "status, requested_position", "requested_position"],
      fillfactor: 70,
    },
  },
  reads: [steps],
  apply: (table) => [
    newestWords(table, { name: "cashouts", source: "cashout_steps", key: "cashout_id", columns: NEWEST }),
  ],
};
