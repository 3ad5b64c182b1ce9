import type { ReviewCashout } from "#domain/features/cashouts/contract.ts";
import { reviewColumns } from "#service/features/proposals/review-list.ts";

/** What exports of cash-outs say. */
export const CASHOUT_COLUMNS = reviewColumns<ReviewCashout>(
  [
    { name: "amount", of: ({ amount }) => amount },
    { name: "fees", of: ({ fees }) => fees },
    { name: "netAmount", of: ({ netAmount }) => netAmount },
    { name: "paypalEmail", of: ({ paypalEmail }) => paypalEmail },
    { name: "paypalOrderId", of: ({ paypalOrderId }) => paypalOrderId },
    { name: "failedCause", of: ({ failedCause }) => failedCause },
  ],
  [
    { name: "createdAt", of: ({ createdAt }) => createdAt },
    { name: "processedAt", of: ({ processedAt }) => processedAt },
  ],
);
