import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { aDeposit } from "#web/testing/examples/deposits.ts";

/** An admin who looks at the console. */
export const anAdmin = () =>
  aUser({ id: "p_admin", username: "admin", firstName: "Admin", roles: ["admin"] });

export const person = (id: string) => ({ id: `p_${id}`, username: id, profileImageUrl: null });

/** A deposit of 250.00 RBX that waits for review, the first of the queue. */
export const aReview = (change: Partial<ReviewDeposit> = {}): ReviewDeposit => ({
  ...aDeposit({ userId: "p_alice", queuePosition: 1, typicalWaitSeconds: null }),
  player: person("alice"),
  claim: null,
  approvals: 0,
  firstApprovedBy: null,
  secondBar: null,
  reviewedBy: null,
  reversedBy: null,
  instances: [],
  ...change,
});

/** The same, claimed by the admin for ten more minutes. */
export const aClaimedReview = (change: Partial<ReviewDeposit> = {}): ReviewDeposit =>
  aReview({
    claim: { by: person("admin"), until: new Date(Date.now() + 10 * 60_000).toISOString() },
    ...change,
  });
