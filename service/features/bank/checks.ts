import type { Bank } from "#domain/features/bank/bank.ts";
import { bankStreamKind } from "#domain/features/bank/bank.ts";
import { bankFunded } from "#domain/features/bank/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** Checks that the bank is funded once, with what the event says, and tells other checks with how much. */
export class BankPass implements CheckPass {
  #now = bankStreamKind.initial;

  event(event: RecordedEvent, state: unknown): void {
    if (!bankFunded.is(event)) return;
    expectAsTold(event, bankFunded(event.payload));
    const { status } = state as Bank;
    expectAt(event.position, status === "unfunded", () => "The bank was funded before.");
    this.#now = bankStreamKind.evolve(this.#now, event, event.stream);
  }

  /** The bank as of the event being checked. */
  get now(): Bank {
    return this.#now;
  }
}

export const bankCheck: LogCheck<BankPass> = { name: "bank", begin: () => new BankPass() };
