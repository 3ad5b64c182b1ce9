import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import type { Column } from "#service/http/csv.ts";

/** What exports of deposits say. */
export const DEPOSIT_COLUMNS: readonly Column<ReviewDeposit>[] = [
  { name: "id", of: ({ id }) => id },
  { name: "position", of: ({ position }) => position },
  { name: "player", of: ({ player }) => player.username },
  { name: "userId", of: ({ userId }) => userId },
  { name: "status", of: ({ status }) => status },
  { name: "type", of: ({ type }) => type },
  { name: "amount", of: ({ amount }) => amount },
  { name: "item", of: ({ limited }) => limited?.name ?? null },
  { name: "quantity", of: ({ quantity }) => quantity },
  { name: "instances", of: ({ instances }) => instances.join(" ") },
  { name: "tradeUrl", of: ({ tradeUrl }) => tradeUrl },
  { name: "adminNotes", of: ({ adminNotes }) => adminNotes },
  { name: "approvals", of: ({ approvals }) => approvals },
  { name: "reviewedBy", of: ({ reviewedBy }) => reviewedBy?.username ?? null },
  { name: "reversedBy", of: ({ reversedBy }) => reversedBy?.username ?? null },
  { name: "owed", of: ({ owed }) => owed },
  { name: "createdAt", of: ({ createdAt }) => createdAt },
  { name: "updatedAt", of: ({ updatedAt }) => updatedAt },
];
