import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { reviewColumns } from "#service/features/proposals/review-list.ts";

/** What exports of deposits say. */
export const DEPOSIT_COLUMNS = reviewColumns<ReviewDeposit>(
  [
    { name: "type", of: ({ type }) => type },
    { name: "amount", of: ({ amount }) => amount },
    { name: "item", of: ({ limited }) => limited?.name ?? null },
    { name: "quantity", of: ({ quantity }) => quantity },
    { name: "instances", of: ({ instances }) => instances.join(" ") },
    { name: "tradeUrl", of: ({ tradeUrl }) => tradeUrl },
  ],
  [
    { name: "reversedBy", of: ({ reversedBy }) => reversedBy?.username ?? null },
    { name: "owed", of: ({ owed }) => owed },
    { name: "createdAt", of: ({ createdAt }) => createdAt },
    { name: "updatedAt", of: ({ updatedAt }) => updatedAt },
  ],
);
