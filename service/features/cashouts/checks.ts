import { USD } from "#domain/accounts/account.ts";
import type { Cashout } from "#domain/features/cashouts/cashout.ts";
import {
  cashoutApproved,
  cashoutBegun,
  cashoutCancelled,
  cashoutClaimed,
  cashoutFailed,
  cashoutFirstApproved,
  cashoutPaid,
  cashoutRejected,
  cashoutRequested,
  cashoutReversed,
} from "#domain/features/cashouts/events.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { expectStep, stepOf } from "#service/features/roles/reviewed-check.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const STEPS = [
  stepOf(cashoutRequested, "absent"),
  stepOf(cashoutClaimed, "pending"),
  stepOf(cashoutFirstApproved, "pending"),
  stepOf(cashoutApproved, "pending"),
  stepOf(cashoutRejected, "pending", "approved"),
  stepOf(cashoutCancelled, "pending"),
  stepOf(cashoutBegun, "approved"),
  stepOf(cashoutPaid, "processing"),
  stepOf(cashoutFailed, "processing"),
  stepOf(cashoutReversed, "paid"),
];

/**
 * Checks that each step of a cash-out follows the one before, repeats the agreed amount, fees and address, has two
 * admins where required, and waited until its address was known long enough. What the provider really paid is checked
 * by the nightly comparison with its lists.
 */
export const cashoutsCheck: LogCheck = {
  name: "cashouts",
  begin: () => ({
    event: (event, state, amountOf) => {
      const cashout = state as Cashout;
      if (!expectStep(event, cashout, STEPS)) return;
      const { position, recordedAt } = event;
      if (cashoutRequested.is(event)) {
        const { amount, fees } = event.payload;
        const isWithin = BigInt(fees) >= 0n && BigInt(fees) < BigInt(amount);
        expectAt(position, isWithin, () => `Fees of ${fees} leave nothing of ${amount}.`);
      }
      if (cashoutRequested.is(event) || cashoutBegun.is(event)) {
        const owed = amountOf(receivableAccount(event.payload.playerId), USD) ?? 0n;
        expectAt(position, owed >= 0n, () => `${event.type} concerns a player who owes dollars.`);
      }
      if (cashoutApproved.is(event) && cashout.status !== "absent")
        expectAt(position, recordedAt >= cashout.payableFrom, () => {
          return "A cash-out was approved before its address had been known long enough.";
        });
    },
  }),
};
