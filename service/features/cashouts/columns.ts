import type { ReviewCashout } from "#domain/features/cashouts/contract.ts";
import type { Column } from "#service/http/csv.ts";

/** What exports of cash-outs say. */
export const CASHOUT_COLUMNS: readonly Column<ReviewCashout>[] = [
  { name: "id", of: ({ id }) => id },
  { name: "position", of: ({ position }) => position },
  { name: "player", of: ({ player }) => player.username },
  { name: "userId", of: ({ userId }) => userId },
  { name: "status", of: ({ status }) => status },
  { name: "amount", of: ({ amount }) => amount },
  { name: "fees", of: ({ fees }) => fees },
  { name: "netAmount", of: ({ netAmount }) => netAmount },
  { name: "paypalEmail", of: ({ paypalEmail }) => paypalEmail },
  { name: "paypalOrderId", of: ({ paypalOrderId }) => paypalOrderId },
  { name: "failedCause", of: ({ failedCause }) => failedCause },
  { name: "adminNotes", of: ({ adminNotes }) => adminNotes },
  { name: "approvals", of: ({ approvals }) => approvals },
  { name: "reviewedBy", of: ({ reviewedBy }) => reviewedBy?.username ?? null },
  { name: "createdAt", of: ({ createdAt }) => createdAt },
  { name: "processedAt", of: ({ processedAt }) => processedAt },
];
