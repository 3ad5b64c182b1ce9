import { playerAccount, USD } from "#domain/accounts/account.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { payDollarDebt } from "#domain/features/dollar-debts/debts.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";

/** The command that pays a player's debt as far as possible. */
export const payDebtCommand = (
  origin: CommandOrigin,
  playerId: string,
): Submission<{ readonly playerId: string }> => ({
  ...origin,
  reads: () => ({
    streams: [],
    holdings: [playerAccount(playerId), receivableAccount(playerId)].map((account) => ({
      account,
      asset: USD,
    })),
  }),
  decide: (view) => payDollarDebt(playerId, (account, asset) => view.holding(account, asset)),
});
