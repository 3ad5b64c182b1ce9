import { keepsInCustody } from "#domain/features/deposits/custody.ts";
import type { Deposit } from "#domain/features/deposits/deposit.ts";
import { custodyEnded } from "#domain/features/deposits/events.ts";
import {
  withdrawalApproved,
  withdrawalCancelled,
  withdrawalClaimed,
  withdrawalDone,
  withdrawalFirstApproved,
  withdrawalRejected,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalSeenElsewhere,
  withdrawalSent,
} from "#domain/features/withdrawals/events.ts";
import type { AskedWithdrawal, Withdrawal } from "#domain/features/withdrawals/withdrawal.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { originOf, transitLeft } from "#domain/ledger/transit/transit.ts";
import { expectStep, stepOf } from "#service/features/roles/reviewed-check.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const STEPS = [
  stepOf(withdrawalRequested, "absent"),
  stepOf(withdrawalClaimed, "pending"),
  stepOf(withdrawalFirstApproved, "pending"),
  stepOf(withdrawalApproved, "pending"),
  stepOf(withdrawalRejected, "pending"),
  stepOf(withdrawalCancelled, "pending"),
  stepOf(withdrawalSent, "approved", "sending"),
  stepOf(withdrawalSeenElsewhere, "approved", "sending"),
  stepOf(withdrawalDone, "approved", "sending"),
  stepOf(withdrawalReturned, "approved", "sending"),
];

type Ended = RecordedEvent & { readonly payload: { readonly depositId: string; readonly copy: string } };

/** Whether it is known that the copy has arrived as the event says. */
function isProven({ payload }: RecordedEvent, { status }: AskedWithdrawal): boolean {
  const { proof, by, confirmedBy } = payload;
  if (proof === "admins") return by !== null && confirmedBy !== null;
  return by === null && confirmedBy === null && (proof === "seen" || status === "sending");
}

/** Whether a copy leaves for another log by the custody that has ended. */
const isDeparture = (event: RecordedEvent, { payload: { copy, depositId } }: Ended): boolean =>
  transitLeft.is(event) && event.payload.asset === copy && originOf(event.payload)?.custody === depositId;

/** Follows withdrawals: each copy leaves custody once, with its withdrawal, and comes back by two admins alone. */
class WithdrawalsPass implements CheckPass {
  /** An end of custody whose withdrawal has to be done next. */
  #ended: Ended | null = null;

  event(event: RecordedEvent, state: unknown): void {
    const ended = this.#ended;
    this.#ended = null;
    if (ended !== null)
      expectAt(
        ended.position,
        withdrawalDone.is(event) || isDeparture(event, ended),
        () => "Custody ended without a withdrawal.",
      );
    if (custodyEnded.is(event)) {
      const { copy } = event.payload;
      expectAsTold(event, custodyEnded(event.payload));
      expectAt(event.position, keepsInCustody(state as Deposit, copy), () => `Nobody keeps ${copy} there.`);
      this.#ended = event;
      return;
    }
    const withdrawal = state as Withdrawal;
    if (!expectStep(event, withdrawal, STEPS) || withdrawal.status === "absent") return;
    if (withdrawalDone.is(event)) {
      const { copy, depositId } = withdrawal;
      const isEnded = ended?.payload.depositId === depositId && ended.payload.copy === copy;
      expectAt(event.position, isEnded, () => "A copy was withdrawn that stays in custody.");
      expectAt(event.position, isProven(event, withdrawal), () => "Nobody says that the copy has arrived.");
    }
    if (withdrawalReturned.is(event)) {
      const { confirmedBy } = event.payload;
      expectAt(event.position, confirmedBy !== null && !withdrawal.isElsewhere, () => {
        return "A withdrawal came back without two admins, or after another player was seen with the copy.";
      });
    }
  }
}

export const withdrawalsCheck: LogCheck = {
  name: "withdrawals",
  begin: () => new WithdrawalsPass(),
};
