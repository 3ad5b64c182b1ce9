import { type Account, CURRENCIES } from "#domain/accounts/account.ts";
import type { HoldingRead, LogView } from "#service/event-store/commands/submission.ts";

/** The reads of a command that shows or moves an account's balances. */
export const readsOfBalances = (account: Account): readonly HoldingRead[] =>
  CURRENCIES.map((asset) => ({ account, asset }));

/** An account's holdings of both currencies. */
export const balancesIn = (view: LogView, account: Account) => ({
  RBX: view.holding(account, "RBX"),
  TIX: view.holding(account, "TIX"),
});
