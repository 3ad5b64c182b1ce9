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

/** Follows debts in dollars: no more is paid or given up than was owed, and two admins give up what is another's. */
class DollarDebtsPass implements CheckPass {
  /** Debts that the house wrote off and did not recover, by player, in cents. */
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
      expectAt(position, isByTwo, () => `${type} is not by two admins who owe it not.`);
      this.#givenUp.set(playerId, (this.#givenUp.get(playerId) ?? 0n) + BigInt(amount));
    } else if (writeOffReturned.is(event)) {
      const { playerId, amount } = event.payload;
      expectAsTold(event, writeOffReturned(event.payload));
      const left = (this.#givenUp.get(playerId) ?? 0n) - BigInt(amount);
      expectAt(position, BigInt(amount) > 0n && left >= 0n, () => `${type} is of more than was given up.`);
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
  expectAt(position, isOwed, () => `${type} is of more than was owed.`);
}

export const dollarDebtsCheck: LogCheck = {
  name: "dollar-debts",
  begin: () => new DollarDebtsPass(),
};
