import { ofType, texts } from "../../kernel/events/columns.ts";
import { type DecodedEvents, decodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";

const BEGUN = "'PurchaseInitiated'";
const cents = (name: string): string => `(payload ->> '${name}')::bigint`;

/** Everything that happened to a purchase. */
const steps: DecodedEvents = {
  name: "purchase_steps",
  columns: {
    position: "position",
    ...texts("purchaseId", "buyerId", "sellerId"),
    begun_position: when(BEGUN, "position"),
    created_at: when(BEGUN, "recorded_at"),
    listing_id: when(BEGUN, "payload ->> 'listingId'"),
    title: when(BEGUN, "payload ->> 'title'"),
    method: when(BEGUN, "payload ->> 'method'"),
    price: when(BEGUN, cents("price")),
    platform_fee: when(BEGUN, cents("platformFee")),
    payment_fee: when(BEGUN, cents("paymentFee")),
    seller_payout: when(BEGUN, cents("sellerPayout")),
    until: when(BEGUN, "(payload ->> 'until')::bigint"),
    status: `case type when ${BEGUN} then 'open' when 'PurchaseClosed' then 'closed'
      when 'PurchaseDelivered' then 'delivered' when 'PurchaseReleased' then 'released'
      when 'PurchaseUndone' then 'undone' when 'TradeAwaited' then 'awaiting' end`,
    payment_status: `case when type = ${BEGUN} then 'pending' else payload ->> 'paymentStatus' end`,
    received: when("'PaymentObserved'", cents("received")),
    refunded: when("'PaymentObserved'", cents("refunded")),
    delivered_at: when("'PurchaseDelivered'", "recorded_at"),
    release_at: when("'PurchaseDelivered'", "(payload ->> 'releaseAt')::bigint"),
    released_at: when("'PurchaseReleased'", "recorded_at"),
    confirmed_at: when("'PurchaseConfirmed'", "recorded_at"),
    complained_at: when("'PurchaseComplained'", "recorded_at"),
    copy: when(BEGUN, "payload ->> 'copy'"),
    awaited_at: when("'TradeAwaited'", "recorded_at"),
    trade_until: when("'TradeAwaited'", "(payload ->> 'tradeUntil')::bigint"),
    left_at: when("'CopyLeftSeller'", "recorded_at"),
    complaint: when("'PurchaseComplained'", "payload ->> 'reason'"),
  },
  from: parsedOf(
    "position, recorded_at, type",
    "PurchaseInitiated",
    "PaymentObserved",
    "PurchaseDelivered",
    "PurchaseClosed",
    "RefundWanted",
    "PurchaseReleased",
    "PurchaseConfirmed",
    "PurchaseComplained",
    "PurchaseUndone",
    "TradeAwaited",
    "CopyLeftSeller",
    "RefundEnded",
  ),
};

const refunds = decodedEvents("purchase_refunds_wanted", "RefundWanted", {
  ...texts("refundId", "purchaseId"),
  amount: cents("amount"),
});

const refundEnds = decodedEvents("purchase_refund_ends", "RefundEnded", {
  position: "position",
  purchase_id: "payload ->> 'purchaseId'",
});

/** Columns that hold the newest word on something. */
const NEWEST = {
  buyer_id: "text",
  seller_id: "text",
  begun_position: "bigint",
  created_at: "bigint",
  ...ofType("text", "listing_id", "title", "method"),
  ...ofType("bigint", "price", "platform_fee", "payment_fee", "seller_payout", "until"),
  status: "text",
  payment_status: "text",
  ...ofType("bigint", "received", "refunded", "delivered_at", "release_at", "released_at", "confirmed_at"),
  ...ofType("bigint", "complained_at"),
  complaint: "text",
  copy: "text",
  ...ofType("bigint", "awaited_at", "trade_until", "left_at"),
} as const;

/** Every purchase: buyer, seller, item and status. Amounts in cents. */
export const purchasesProjection: Projection = {
  name: "purchases",
  version: 4,
  tables: {
    purchases: {
      columns: { purchase_id: "text not null", ...NEWEST },
      key: ["purchase_id"],
      indexes: [
        "buyer_id, begun_position",
        "seller_id, begun_position",
        { on: "created_at", where: "status = 'open'" },
        { on: "release_at", where: "status = 'delivered'" },
        "status, begun_position",
        { on: "trade_until", where: "status = 'awaiting'" },
      ],
      fillfactor: 70,
    },
    purchase_refunds: {
      columns: {
        refund_id: "text not null",
        purchase_id: "text not null",
        position: "bigint not null",
        amount: "bigint not null",
        is_ended: "boolean not null",
      },
      key: ["refund_id"],
      indexes: ["position", "purchase_id"],
    },
  },
  reads: [steps, refunds, refundEnds],
  apply: (table) => [
    newestWords(table, { name: "purchases", source: "purchase_steps", key: "purchase_id", columns: NEWEST }),
    `insert into ${table("purchase_refunds")} (refund_id, purchase_id, position, amount, is_ended)
    select refund_id, purchase_id, position, amount, exists (
        select from purchase_refund_ends e where e.purchase_id = w.purchase_id and e.position > w.position
      ) from purchase_refunds_wanted w`,
    // Rows of this slice were inserted in their final form, since a statement does not see its own writes.
    `update ${table("purchase_refunds")} r set is_ended = true from purchase_refund_ends e
      where r.purchase_id = e.purchase_id and r.position < e.position and not r.is_ended`,
  ],
};
