import { z } from "zod";
import { formatMinor } from "#domain/kernel/money.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { type ProviderWire, readAnswer } from "../ask-provider.ts";
import type { PayoutOrder, PayoutOutcome, PayoutProvider, PayoutReading } from "../payout-provider.ts";
import { ProviderTrouble } from "../provider.ts";
import { centsOf, PaypalRefusal, type PaypalSettings, PaypalWire } from "./paypal-wire.ts";

const PATH = "/v1/payments/payouts";
const ID = /^[A-Za-z0-9-]{1,36}$/;
const KNOWN_BATCH = /sender_batch_id already exists/i;
const HTTP_BAD_REQUEST = 400;

/** Amounts of payouts have another field for the currency than those of orders. */
const usd = z.object({ currency: z.literal("USD"), value: z.string() }).transform(centsOf);
const headerSchema = z.object({
  payout_batch_id: z.string().regex(ID),
  batch_status: z.string(),
});
const sentSchema = z.object({ batch_header: headerSchema });
const batchSchema = z.object({
  batch_header: headerSchema,
  items: z
    .array(
      z.object({
        transaction_status: z.string(),
        payout_item_fee: usd.optional(),
        payout_item: z.object({ amount: usd, sender_item_id: z.string() }),
      }),
    )
    .max(1)
    .default([]),
});

/** Final states of an item; every other one may still change. */
const OUTCOMES: { readonly [status: string]: PayoutOutcome } = {
  SUCCESS: "paid",
  FAILED: "failed",
  BLOCKED: "blocked",
  RETURNED: "returned",
  REFUNDED: "refunded",
  REVERSED: "reversed",
};
const DENIED: ReadonlySet<string> = new Set(["DENIED", "CANCELED"]);

/** Payouts by PayPal: one batch of one item each, named after the payout. */
export class PaypalPayouts implements PayoutProvider {
  readonly name = "paypal";
  /** PayPal's limit is 30 days; clocks may differ. */
  readonly remembersMs = 29 * DAY_MS;
  readonly #wire: PaypalWire;

  constructor(settings: PaypalSettings, wire: ProviderWire) {
    this.#wire = new PaypalWire(settings, wire);
  }

  async send({ payoutId, amount, receiver }: PayoutOrder): Promise<string> {
    const what = "a payout by PayPal";
    const body = JSON.stringify({
      sender_batch_header: { sender_batch_id: payoutId },
      items: [
        {
          recipient_type: "EMAIL",
          receiver,
          amount: { currency: "USD", value: formatMinor(amount) },
          sender_item_id: payoutId,
        },
      ],
    });
    try {
      const response = await this.#wire.ask({ method: "POST", path: PATH, what, body });
      return (await readAnswer(response, sentSchema, what)).batch_header.payout_batch_id;
    } catch (error) {
      if (!(error instanceof PaypalRefusal)) throw error;
      return sentBefore(error);
    }
  }

  async read(reference: string, payoutId: string): Promise<PayoutReading> {
    const what = "a payout by PayPal";
    const response = await this.#wire.ask({ method: "GET", path: `${PATH}/${reference}`, what });
    const { batch_header: header, items } = await readAnswer(response, batchSchema, what);
    const [item] = items;
    if (item === undefined) {
      const outcome = DENIED.has(header.batch_status) ? "denied" : "waiting";
      return { outcome, amount: null, fee: 0n };
    }
    const { transaction_status: status, payout_item: asked, payout_item_fee: fee = 0n } = item;
    if (asked.sender_item_id !== payoutId)
      throw new ProviderTrouble("strange", `${what} is of something else`);
    return { outcome: OUTCOMES[status] ?? "waiting", amount: asked.amount, fee };
  }
}

/**
 * Finds the batch that PayPal already knows by this name. Other refusals are final only if they concern the request
 * itself: the same request was never accepted, and never will be. An account may get money or permission later.
 */
function sentBefore(refusal: PaypalRefusal): string {
  const { issue, status, links, message } = refusal;
  if (KNOWN_BATCH.test(issue)) {
    const reference = links[0]?.split("/").at(-1) ?? "";
    if (ID.test(reference)) return reference;
    throw new ProviderTrouble("strange", `${message}, without a link to the first`);
  }
  throw status === HTTP_BAD_REQUEST ? refusal : new ProviderTrouble("away", message);
}
