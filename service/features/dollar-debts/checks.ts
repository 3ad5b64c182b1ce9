import { USD } from "#domain/accounts/account.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import {
  dollarDebtPaid,
  dollarDebtWrittenOff,
  writeOffReturned,
} from "#domain/features/dollar-debts/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import type { AmountOf, CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** Checks debts in dollars: nobody pays or is forgiven more than they owed, and a write-off takes two admins. */
class DollarDebtsPass implements CheckPass {
  /** Debts written off and not recovered, by player, in cents. */
  readonly #givenUp = new Map<string, bigint>();

  event(event: RecordedEvent, _state: unknown, amountOf: AmountOf): void {
    const { position, type } = event;
    if (dollarDebtPaid.is(event)) {
      expectAsTold(event, dollarDebtPaid(event.payload));
      expectOwed(event, event.payload, amountOf);
    } else if (dollarDebtWrittenOff.is(event)) {
      const { playerId, amount, by, confirmedBy } = event.payload;
      expectAsTold(event, dollarDebtWrittenOff(event.payload));
      expectOwed(event, event.payload, amountOf);
      const isByTwo = confirmedBy !== "" && new Set([playerId, by, confirmedBy]).size === 3;
      expectAt(position, isByTwo, () => `${type} needs two admins other than the debtor.`);
      this.#givenUp.set(playerId, (this.#givenUp.get(playerId) ?? 0n) + BigInt(amount));
    } else if (writeOffReturned.is(event)) {
      const { playerId, amount } = event.payload;
      expectAsTold(event, writeOffReturned(event.payload));
      const left = (this.#givenUp.get(playerId) ?? 0n) - BigInt(amount);
      expectAt(position, BigInt(amount) > 0n && left >= 0n, () => `${type} exceeds the amount written off.`);
      this.#givenUp.set(playerId, left);
    }
  }
}

function expectOwed(
  { position, type }: RecordedEvent,
  { playerId, amount }: { readonly playerId: string; readonly amount: string },
  amountOf: AmountOf,
): void {
  const isOwed = BigInt(amount) > 0n && (amountOf(receivableAccount(playerId), USD) ?? 0n) <= 0n;
  expectAt(position, isOwed, () => `${type} exceeds the debt.`);
}

export const dollarDebtsCheck: LogCheck = {
  name: "dollar-debts",
  begin: () => new DollarDebtsPass(),
};
