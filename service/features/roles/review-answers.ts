import type { ClaimAnswer } from "#domain/features/roles/review.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Person, personOf } from "./actor.ts";

/** A reviewer, and the id of the reviewed request. */
export interface ReviewRequest {
  readonly actor: Person;
  readonly id: string;
}

/** The review of an admin's call. */
export const reviewIn = async (
  { caller, params }: { readonly caller: Caller; readonly params: { readonly id: string } },
  deps: Deps,
): Promise<ReviewRequest> => ({ actor: await personOf(caller.playerId, deps), id: params.id });

/** The answer to an act of a review. */
export const reviewedAs = <S extends string>({
  id,
  status,
  approvals,
}: {
  readonly id: string;
  readonly status: S;
  readonly approvals: number;
}) => ({ id, status, approvals });

/** The answer to a claim. */
export const claimedUntil = (answer: ClaimAnswer) => ({
  ...reviewedAs(answer),
  until: instantOf(answer.until),
});
