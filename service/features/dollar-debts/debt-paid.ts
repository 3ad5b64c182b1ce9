import { USD } from "#domain/accounts/account.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { AmountOf } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/**
 * Checks that dollars which a player gets paid what they owed first, and no more.
 * @param paid of the amount, what paid the debt
 * @throws BadLog otherwise
 */
export function expectDebtPaid(
  { position, type }: RecordedEvent,
  { playerId, amount, paid }: { readonly playerId: string; readonly amount: string; readonly paid: string },
  amountOf: AmountOf,
): void {
  const left = amountOf(receivableAccount(playerId), USD) ?? 0n;
  const isDue = left < 0n ? paid === amount : paid === "0" || left === 0n;
  expectAt(position, isDue && BigInt(paid) <= BigInt(amount), () => {
    return `${type} does not pay the player's debt in dollars first.`;
  });
}
