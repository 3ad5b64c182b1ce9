import type { ReviewWithdrawal } from "#domain/features/withdrawals/contract.ts";
import type { Column } from "#service/http/csv.ts";

/** What exports of withdrawals say. */
export const WITHDRAWAL_COLUMNS: readonly Column<ReviewWithdrawal>[] = [
  { name: "id", of: ({ id }) => id },
  { name: "position", of: ({ position }) => position },
  { name: "player", of: ({ player }) => player.username },
  { name: "userId", of: ({ userId }) => userId },
  { name: "status", of: ({ status }) => status },
  { name: "item", of: ({ itemName }) => itemName },
  { name: "assetId", of: ({ assetId }) => assetId },
  { name: "instance", of: ({ instance }) => instance },
  { name: "value", of: ({ itemValue }) => itemValue },
  { name: "depositId", of: ({ depositId }) => depositId },
  { name: "proof", of: ({ proof }) => proof },
  { name: "adminNotes", of: ({ adminNotes }) => adminNotes },
  { name: "approvals", of: ({ approvals }) => approvals },
  { name: "reviewedBy", of: ({ reviewedBy }) => reviewedBy?.username ?? null },
  { name: "createdAt", of: ({ createdAt }) => createdAt },
  { name: "sentAt", of: ({ sentAt }) => sentAt },
  { name: "endedAt", of: ({ endedAt }) => endedAt },
];
