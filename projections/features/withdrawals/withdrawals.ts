import { ofType } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";
import { REVIEW_COLUMNS, reviewSteps } from "../roles/reviews.ts";

const REQUEST = "'WithdrawalRequested'";
const SENT = "'WithdrawalSent'";
const ENDS = "'WithdrawalRejected', 'WithdrawalCancelled', 'WithdrawalDone', 'WithdrawalReturned'";

/** Every step of a withdrawal. */
const steps: DecodedEvents = {
  name: "withdrawal_steps",
  columns: {
    position: "position",
    withdrawal_id: "payload ->> 'withdrawalId'",
    player_id: when(REQUEST, "payload ->> 'playerId'"),
    copy: when(REQUEST, "payload ->> 'copy'"),
    deposit_id: when(REQUEST, "payload ->> 'depositId'"),
    requested_position: when(REQUEST, "position"),
    requested_at: when(REQUEST, "recorded_at"),
    status: `case type when ${REQUEST} then 'pending' when 'WithdrawalApproved' then 'approved'
      when ${SENT} then 'sending' when 'WithdrawalDone' then 'done' when 'WithdrawalRejected' then 'rejected'
      when 'WithdrawalCancelled' then 'cancelled' when 'WithdrawalReturned' then 'returned' end`,
    ...reviewSteps("Withdrawal"),
    sent_by: when(SENT, "payload ->> 'by'"),
    sent_until: when(SENT, "(payload ->> 'until')::bigint"),
    sent_at: when(SENT, "recorded_at"),
    seen_at: when("'WithdrawalSeenElsewhere'", "payload ->> 'at'"),
    proof: when("'WithdrawalDone'", "payload ->> 'proof'"),
    note: `case type when 'WithdrawalRejected' then payload ->> 'note'
      when 'WithdrawalReturned' then payload ->> 'reason' end`,
    ended_at: when(ENDS, "recorded_at"),
  },
  from: parsedOf(
    "position, recorded_at, type",
    ...["WithdrawalRequested", "WithdrawalClaimed", "WithdrawalFirstApproved", "WithdrawalApproved"],
    ...["WithdrawalRejected", "WithdrawalCancelled", "WithdrawalSent", "WithdrawalSeenElsewhere"],
    ...["WithdrawalDone", "WithdrawalReturned"],
  ),
};

/** Columns that hold the newest word on something. */
const NEWEST = {
  ...ofType("text", "player_id", "copy", "deposit_id"),
  requested_position: "bigint",
  requested_at: "bigint",
  status: "text",
  ...REVIEW_COLUMNS,
  sent_by: "text",
  sent_until: "bigint",
  sent_at: "bigint",
  ...ofType("text", "seen_at", "proof", "note"),
  ended_at: "bigint",
} as const;

/** Every withdrawal, from its request to its end. */
export const withdrawalsProjection: Projection = {
  name: "withdrawals",
  version: 1,
  tables: {
    withdrawals: {
      columns: { withdrawal_id: "text not null", ...NEWEST },
      key: ["withdrawal_id"],
      indexes: [
        "player_id, requested_position",
        "status, requested_position",
        "requested_position",
        { on: "copy", where: "ended_at is null" },
      ],
      fillfactor: 70,
    },
  },
  reads: [steps],
  apply: (table) => [
    newestWords(table, {
      name: "withdrawals",
      source: "withdrawal_steps",
      key: "withdrawal_id",
      columns: NEWEST,
    }),
  ],
};
