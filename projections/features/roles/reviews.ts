import type { AdminPlayer } from "#domain/features/roles/contract.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { faceReader, facesSql } from "../players/faces.ts";

/**
 * SQL: a review's steps as columns of decoded events. Null keeps the old value, and an empty text clears it: a first
 * approval ends its admin's claim, and the last one says whether the first counted.
 * @param noun what the types of its events begin with
 */
export const reviewSteps = (noun: string) => ({
  claimed_by: `case type when '${noun}Claimed' then payload ->> 'by' when '${noun}FirstApproved' then '' end`,
  claimed_until: `case when type = '${noun}Claimed' then (payload ->> 'until')::bigint end`,
  first_by: `case type when '${noun}FirstApproved' then payload ->> 'by'
      when '${noun}Approved' then coalesce(payload ->> 'firstBy', '') end`,
  reviewed_by: `case when type in ('${noun}Approved', '${noun}Rejected') then payload ->> 'by' end`,
});

export const REVIEW_COLUMNS = {
  claimed_by: "text",
  claimed_until: "bigint",
  first_by: "text",
  reviewed_by: "text",
} as const;

/** A row's review, with the faces of the admins it names. */
export interface ReviewedRow extends Row {
  readonly player_id: string;
  readonly status: string;
  readonly claimed_by: string | null;
  readonly claimed_until: bigint | null;
  readonly first_by: string | null;
  readonly reviewed_by: string | null;
  readonly faces: string;
}

/** SQL: the faces of everybody a review names. @param more further columns of ids */
export const reviewFaces = (alias: string, more: readonly string[] = []): string =>
  `${facesSql(
    ["player_id", "claimed_by", "first_by", "reviewed_by", ...more].map((column) => `${alias}.${column}`),
  )} as faces`;

interface ReviewShown {
  readonly player: AdminPlayer;
  readonly claim: { readonly by: AdminPlayer; readonly until: string } | null;
  readonly approvals: number;
  readonly firstApprovedBy: AdminPlayer | null;
  readonly secondBar: null;
  readonly reviewedBy: AdminPlayer | null;
}

/** How far a review has come. @param now milliseconds, by which claims are over or not */
export function reviewShown(row: ReviewedRow, now: number): ReviewShown {
  const face = faceReader(row.faces);
  const named = (id: string | null): AdminPlayer | null => (id === null || id === "" ? null : face(id));
  const by = named(row.claimed_by);
  const isClaimed = row.status === "pending" && Number(row.claimed_until) > now;
  const firstApprovedBy = named(row.first_by);
  const isApproved = !["pending", "rejected", "cancelled"].includes(row.status);
  return {
    player: face(row.player_id),
    claim: isClaimed && by !== null ? { by, until: instantOf(row.claimed_until) } : null,
    approvals: (isApproved ? 1 : 0) + (firstApprovedBy === null ? 0 : 1),
    firstApprovedBy,
    secondBar: null,
    reviewedBy: named(row.reviewed_by),
  };
}
