import type { Api } from "#domain/features/contract.ts";
import { type Column, fields } from "#service/http/export/csv.ts";

/** A proposal as shown to an admin. */
export type Proposal = Api["GET /admin/proposals"]["answer"]["items"][number];

/** Columns of the proposals' export. */
export const PROPOSAL_COLUMNS: readonly Column<Proposal>[] = [
  ...fields("id", "position", "createdAt", "kind", "status"),
  { name: "proposer", of: ({ proposer }) => proposer.username },
  { name: "reason", of: ({ reason }) => reason },
  { name: "act", of: ({ act }) => JSON.stringify(act) },
  { name: "expiresAt", of: ({ expiresAt }) => expiresAt },
  { name: "endedBy", of: ({ endedBy }) => endedBy?.username ?? null },
  { name: "endedAt", of: ({ endedAt }) => endedAt },
];
