import type { Hono } from "hono";
import { z } from "zod";
import { formatMinor, type Minor } from "#domain/kernel/money.ts";
import { dollarsAsked, idIn, type Sandbox } from "./face.ts";
import { type BookedPayout, PAYOUT_FEE } from "./payout-book.ts";
import { type paypalGuard, paypalJson, paypalMissing, paypalRefusal } from "./paypal-guard.ts";

type Guarded = ReturnType<typeof paypalGuard>;

const ID_CHARS_MAX = 256;
const HTTP_CREATED = 201;

/** Amounts of payouts have another field for the currency than those of orders. */
const amountSchema = z.strictObject({ currency: z.literal("USD"), value: dollarsAsked });
const batchSchema = z.object({
  sender_batch_header: z.object({ sender_batch_id: z.string().min(1).max(ID_CHARS_MAX) }),
  items: z.tuple([
    z.object({
      recipient_type: z.literal("EMAIL"),
      receiver: z.email(),
      amount: amountSchema,
      sender_item_id: z.string().max(63),
    }),
  ]),
});

/** Payouts as PayPal shows them. */
export function payoutRoutes(routes: Hono, { payouts, origin }: Sandbox, guarded: Guarded): void {
  const hrefOf = ({ batchId }: BookedPayout): string => `${origin}/paypal/v1/payments/payouts/${batchId}`;
  routes.post(
    "/v1/payments/payouts",
    guarded((_context, body) => {
      const asked = batchSchema.safeParse(body);
      if (!asked.success) return paypalRefusal(400, "VALIDATION_ERROR", "INVALID_REQUEST");
      const { sender_batch_header: header, items } = asked.data;
      const known = payouts.known(header.sender_batch_id);
      if (known !== null) return duplicate(hrefOf(known));
      if (payouts.isEmpty) return paypalRefusal(422, "INSUFFICIENT_FUNDS");
      const [{ receiver, amount }] = items;
      const payout = payouts.add({ payoutId: header.sender_batch_id, receiver, amount: amount.value });
      return paypalJson(
        { batch_header: headerOf(payout), links: [{ href: hrefOf(payout), rel: "self" }] },
        HTTP_CREATED,
      );
    }),
  );
  routes.get(
    "/v1/payments/payouts/:id",
    guarded((context) => {
      const payout = payouts.find(idIn(context));
      if (payout === null) return paypalMissing();
      const items = payout.status === "DENIED" ? [] : [itemOf(payout)];
      return paypalJson({ batch_header: headerOf(payout), items });
    }),
  );
}

/** PayPal refuses a batch with a known name, and links to the first one. */
const duplicate = (href: string): Response =>
  paypalJson(
    {
      name: "USER_BUSINESS_ERROR",
      message: "User business error.",
      debug_id: "sandbox",
      details: [{ field: "SENDER_BATCH_ID", issue: "Batch with given sender_batch_id already exists" }],
      links: [{ href, rel: "self", method: "GET", encType: "application/json" }],
    },
    400,
  );

const usd = (amount: Minor): object => ({ currency: "USD", value: formatMinor(amount) });

const headerOf = ({ payoutId, batchId, status, amount }: BookedPayout): object => ({
  payout_batch_id: batchId,
  batch_status: status === "PENDING" || status === "DENIED" ? status : "SUCCESS",
  sender_batch_header: { sender_batch_id: payoutId },
  amount: usd(amount),
  fees: usd(PAYOUT_FEE),
});

const FREE: ReadonlySet<string> = new Set(["FAILED", "BLOCKED", "RETURNED"]);

const itemOf = ({ payoutId, batchId, status, amount, receiver }: BookedPayout): object => ({
  payout_item_id: `I${batchId}`,
  payout_batch_id: batchId,
  transaction_status: status,
  payout_item_fee: usd(FREE.has(status) ? 0n : PAYOUT_FEE),
  payout_item: { recipient_type: "EMAIL", receiver, amount: usd(amount), sender_item_id: payoutId },
});
