import { type Account, CURRENCIES } from "#domain/accounts/account.ts";
import { bankStreamKind } from "#domain/features/bank/bank.ts";
import { bankStream } from "#domain/features/bank/events.ts";
import type { LogView, Reads, StreamRead } from "#service/event-store/commands/submission.ts";

/** What every command reads that may bring the bank below its floor. */
export const readOfBank: StreamRead = { kind: bankStreamKind, name: bankStream };

/** What a command reads that shows or takes what an account has of both currencies. */
export const readsOfBalances = (account: Account): Reads["holdings"] =>
  CURRENCIES.map((asset) => ({ account, asset }));

/** What an account has of both currencies. */
export const balancesIn = (view: LogView, account: Account) => ({
  RBX: view.holding(account, "RBX"),
  TIX: view.holding(account, "TIX"),
});
