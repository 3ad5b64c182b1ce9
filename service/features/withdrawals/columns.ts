import type { ReviewWithdrawal } from "#domain/features/withdrawals/contract.ts";
import { reviewColumns } from "#service/features/proposals/review-list.ts";

/** What exports of withdrawals say. */
export const WITHDRAWAL_COLUMNS = reviewColumns<ReviewWithdrawal>(
  [
    { name: "item", of: ({ itemName }) => itemName },
    { name: "assetId", of: ({ assetId }) => assetId },
    { name: "instance", of: ({ instance }) => instance },
    { name: "value", of: ({ itemValue }) => itemValue },
    { name: "depositId", of: ({ depositId }) => depositId },
    { name: "proof", of: ({ proof }) => proof },
  ],
  [
    { name: "createdAt", of: ({ createdAt }) => createdAt },
    { name: "sentAt", of: ({ sentAt }) => sentAt },
    { name: "endedAt", of: ({ endedAt }) => endedAt },
  ],
);
