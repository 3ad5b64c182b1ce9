import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { aUser } from "#web/testing/fixtures.ts";

/** An admin who looks at the console. */
export const anAdmin = () =>
  aUser({ id: "p_admin", username: "admin", firstName: "Admin", roles: ["admin"] });

export const person = (id: string) => ({ id: `p_${id}`, username: id, profileImageUrl: null });

/** A deposit of 250.00 RBX that waits for review, the first of the queue. */
export const aReview = (change: Partial<ReviewDeposit> = {}): ReviewDeposit => ({
  id: "dep_1",
  position: 12,
  userId: "p_alice",
  type: "rbx",
  itemId: null,
  amount: "250.00",
  quantity: 1,
  tradeUrl: null,
  status: "pending",
  depositType: "trade",
  gameId: null,
  availableAt: null,
  adminNotes: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
  limited: null,
  queuePosition: 1,
  typicalWaitSeconds: null,
  owed: null,
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
