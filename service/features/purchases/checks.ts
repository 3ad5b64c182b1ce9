import { USD } from "#domain/accounts/account.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { purchaseReleased } from "#domain/features/purchases/events.ts";
import {
  buyerCharged,
  debtReturned,
  NO_TOTALS,
  paymentObserved,
  refundEnded,
} from "#domain/features/purchases/payment/events.ts";
import { between, type Purchase } from "#domain/features/purchases/purchase.ts";
import { missingOf } from "#domain/features/purchases/release.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import {
  expectAsTold,
  expectRetold,
  isSameJson,
  type Retold,
  retold,
} from "#service/ledger/verifier/as-told.ts";
import type { AmountOf, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const OF_PAYLOAD: readonly Retold[] = [
  retold(purchaseReleased),
  retold(buyerCharged),
  retold(debtReturned),
  retold(refundEnded),
];

const NOT_AS_AGREED = "A sale was paid out otherwise than agreed, or before its delivery.";

type Released = RecordedEvent & EventOf<typeof purchaseReleased>;
type Charged = RecordedEvent & EventOf<typeof buyerCharged>;
type Returned = RecordedEvent & EventOf<typeof debtReturned>;

/** A purchase that never began has nothing in escrow that it could pay out. */
function expectReleased({ position, payload }: Released, purchase: Purchase): void {
  if (purchase.status === "absent") return;
  const { title, platformFee, paymentFee, sellerPayout } = purchase.terms;
  const fees = String(BigInt(platformFee) + BigInt(paymentFee));
  const { debtPaid: _, ...found } = payload;
  const due = { ...between(purchase), title, fees, sellerPayout };
  expectAt(position, purchase.status === "delivered" && isSameJson(found, due), () => NOT_AS_AGREED);
}

function expectCharged({ position, payload }: Charged, purchase: Purchase): void {
  const isDue =
    purchase.status === "delivered" &&
    purchase.terms.buyerId === payload.buyerId &&
    BigInt(payload.amount) <= missingOf(purchase);
  expectAt(position, isDue, () => "A buyer was charged more than is missing of the price.");
}

/** A payer gets back only what was paid in excess of the debt. */
function expectReturned({ position, payload }: Returned, amountOf: AmountOf): void {
  const isThere = (amountOf(receivableAccount(payload.playerId), USD) ?? 0n) >= 0n;
  expectAt(position, isThere, () => "More of a debt was returned than had arrived again.");
}

/**
 * Checks that purchases move what their events say, and that sellers are paid what was agreed; a reading of a payment
 * moves the difference to the last one.
 */
export const purchasesCheck: LogCheck = {
  name: "purchases",
  begin: () => ({
    event: (event, state, amountOf) => {
      const purchase = state as Purchase;
      if (paymentObserved.is(event)) {
        const known = purchase.status === "absent" ? NO_TOTALS : purchase.totals;
        expectAsTold(event, paymentObserved(event.payload, known));
      }
      expectRetold(event, OF_PAYLOAD);
      if (purchaseReleased.is(event)) expectReleased(event, purchase);
      else if (buyerCharged.is(event)) expectCharged(event, purchase);
      else if (debtReturned.is(event)) expectReturned(event, amountOf);
    },
  }),
};
