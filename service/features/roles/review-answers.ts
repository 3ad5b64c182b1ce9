import type { ClaimAnswer } from "#domain/features/roles/review.ts";
import { instantOf } from "#projections/kernel/values.ts";

/** What an act of a review answers. */
export const reviewedAs = <S extends string>({
  id,
  status,
  approvals,
}: {
  readonly id: string;
  readonly status: S;
  readonly approvals: number;
}) => ({ id, status, approvals });

/** What taking something for review answers. */
export const claimedUntil = (answer: ClaimAnswer) => ({
  ...reviewedAs(answer),
  until: instantOf(answer.until),
});
