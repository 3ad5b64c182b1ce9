import { purchaseReleased } from "#domain/features/purchases/events.ts";
import {
  buyerCharged,
  debtReturned,
  NO_TOTALS,
  paymentObserved,
  refundEnded,
} from "#domain/features/purchases/payment/events.ts";
import type { Purchase } from "#domain/features/purchases/purchase.ts";
import { expectAsTold, type Retold, retold } from "#service/ledger/verifier/as-told.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";

const OF_PAYLOAD: readonly Retold[] = [
  retold(purchaseReleased),
  retold(buyerCharged),
  retold(debtReturned),
  retold(refundEnded),
];

/** Checks that purchases move what their events say; a reading of a payment moves the difference to the last one. */
export const purchasesCheck: LogCheck = {
  name: "purchases",
  begin: () => ({
    event: (event, state) => {
      if (paymentObserved.is(event)) {
        const purchase = state as Purchase;
        const known = purchase.status === "absent" ? NO_TOTALS : purchase.totals;
        expectAsTold(event, paymentObserved(event.payload, known));
      }
      for (const again of OF_PAYLOAD) {
        const due = again(event);
        if (due !== null) expectAsTold(event, due);
      }
    },
  }),
};
