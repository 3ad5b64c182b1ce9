import { CURRENCIES, house, issuance } from "#domain/accounts/account.ts";
import { fundBank } from "#domain/features/bank/bank.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { readOfBank } from "./stakes.ts";

/** The command that funds the house's bank. Sent at every start, carried out once. */
export function fundBankCommand(funds: Minor, at: number): Submission<{ readonly funded: true }> {
  return {
    ...systemOrigin("bank-funds", at),
    reads: () => ({
      streams: [readOfBank],
      holdings: CURRENCIES.flatMap((asset) => [
        { account: house, asset },
        { account: issuance, asset },
      ]),
    }),
    decide: (view) => fundBank(funds, view.stream(readOfBank)),
  };
}
