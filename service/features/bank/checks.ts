import type { Bank } from "#domain/features/bank/bank.ts";
import { bankFunded } from "#domain/features/bank/events.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** Checks that the bank is funded once, with what the event says. */
export const bankCheck: LogCheck = {
  name: "bank",
  begin: () => ({
    event: (event, state) => {
      if (!bankFunded.is(event)) return;
      expectAsTold(event, bankFunded(event.payload));
      const { status } = state as Bank;
      expectAt(event.position, status === "unfunded", () => "The bank was funded before.");
    },
  }),
};
