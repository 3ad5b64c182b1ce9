import assert from "node:assert/strict";
import { formatMinor } from "#domain/kernel/money.ts";
import { depositsForReview } from "#projections/features/deposits/deposit-lists.ts";
import { grantedRoles } from "#projections/features/roles/standings.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { StoredLog } from "#service/lab/testing/simulation/database/stored-log.ts";
import { FIRST_PLAYERS, playerName } from "#service/lab/testing/simulation/people.ts";
import { DepositReviewModel } from "./deposit-review-model.ts";

/** More deposits than a program requests. */
const DEPOSITS_MAX = 500;

/** Reviewers see exactly the deposits, debts and roles that a separate model finds in the log. */
export async function auditDepositReview(models: ReadModels, log: StoredLog): Promise<void> {
  const { end } = new DepositReviewModel(log);
  const { items } = await depositsForReview(models, log.head.recordedAt, { limit: DEPOSITS_MAX });
  const shown = items.map(({ id, userId, status, approvals, firstApprovedBy, instances, owed }) => [
    id,
    { userId, status, approvals, firstBy: firstApprovedBy?.id ?? null, instances, owed },
  ]);
  const due = [...end.deposits].map(([id, { playerId, status, first, copies }]) => {
    const isCredited = status === "completed" || status === "reversed";
    const left = end.debts.find(({ depositId }) => depositId === id)?.amount ?? 0n;
    const named = isCredited ? copies : (first?.copies ?? []);
    return [
      id,
      {
        userId: playerId,
        status,
        approvals: (first === null ? 0 : 1) + (isCredited ? 1 : 0),
        firstBy: first?.by ?? null,
        instances: named.map((copy) => copy.slice(copy.lastIndexOf(":") + 1)),
        owed: status === "reversed" ? formatMinor(left) : null,
      },
    ];
  });
  assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(due));
  for (let player = 0; player < FIRST_PLAYERS; player += 1) {
    const playerId = playerName(player);
    const roles = ["admin", "moderator"].filter((role) => end.roles.has(`${playerId} ${role}`));
    const suspended = end.suspended.has(playerId);
    const found = await grantedRoles(models, playerId);
    assert.deepEqual(found.roles, roles, `the roles of ${playerId}`);
    assert.equal(found.suspension !== null, suspended, `whether ${playerId} is suspended`);
  }
}
