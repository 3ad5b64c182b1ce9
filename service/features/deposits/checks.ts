import type { Deposit } from "#domain/features/deposits/deposit.ts";
import {
  debtPaid,
  debtWrittenOff,
  depositCompleted,
  depositReversed,
} from "#domain/features/deposits/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { catalogueCheck } from "#service/features/limiteds/checks.ts";
import { logFormat } from "#service/features/log-format.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import { settingsCheck } from "#service/features/settings/checks.ts";
import { expectAsTold, expectMoves } from "#service/ledger/verifier/as-told.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";
import { SecondApprovals } from "./second-approvals.ts";

type Completed = RecordedEvent & EventOf<typeof depositCompleted>;
type Reversed = RecordedEvent & EventOf<typeof depositReversed>;

/** Checks that a deposit credits what was requested, approved by different admins who are not its player. */
function expectCompleted(event: Completed, deposit: Deposit, expectTold: typeof expectAsTold): void {
  const { position, payload } = event;
  const isDue = deposit.status === "pending" && deposit.playerId === payload.playerId;
  expectAt(position, isDue, () => "A deposit was credited that did not wait for review.");
  const { wanted, first } = deposit;
  expectTold(event, depositCompleted(payload, wanted));
  if (wanted.type === "roblox_limited") {
    const copies = payload.credited.length + payload.kept.length;
    expectAt(position, copies === wanted.quantity, () => {
      return `A deposit of ${wanted.quantity} items was credited with ${copies}.`;
    });
  }
  const { by, firstBy, playerId } = payload;
  const isFirst = firstBy === null || firstBy === first?.by;
  expectAt(position, isFirst, () => "A deposit names a first approval that does not exist.");
  const isByOthers = by !== firstBy && by !== playerId && firstBy !== playerId;
  expectAt(position, isByOthers, () => "A deposit was approved twice by one admin, or by its own player.");
}

/** Checks that a reversal takes back the whole deposit, or sets aside what is no longer there. */
function expectReversed(event: Reversed, deposit: Deposit, expectTold: typeof expectAsTold): void {
  const { position, payload } = event;
  const isOver = deposit.status === "completed" || deposit.status === "reversed";
  const isDue = isOver && deposit.playerId === payload.playerId;
  expectAt(position, isDue, () => "A deposit was reversed that had not been credited.");
  expectTold(event, depositReversed(payload));
  if (payload.asset === null) return;
  const { taken, owed } = payload;
  const wanted = deposit.status === "completed" ? deposit.wanted : null;
  const isWhole =
    wanted !== null &&
    wanted.type !== "roblox_limited" &&
    wanted.asset === payload.asset &&
    BigInt(taken) + BigInt(owed) === BigInt(wanted.amount);
  expectAt(position, isWhole, () => "A reversal takes another amount than was deposited.");
}

/** Checks that deposits, their reversals and payments of the debts from these move what was agreed. */
export const depositsCheck: LogCheck = {
  name: "deposits",
  begin: (passOf) => {
    const log = passOf(logFormat);
    const approvals = new SecondApprovals(passOf(settingsCheck), passOf(catalogueCheck));
    return {
      event: (event, state, amountOf) => {
        approvals.event(event, state);
        const expectTold = log.format === 1 ? expectMoves : expectAsTold;
        if (depositCompleted.is(event)) {
          const deposit = state as Deposit;
          expectCompleted(event, deposit, expectTold);
          if (log.format === 1) return;
          if (deposit.status === "pending") approvals.expect(event, deposit.wanted, amountOf);
          approvals.add(event);
        } else if (depositReversed.is(event)) expectReversed(event, state as Deposit, expectTold);
        else if (log.format === 1) return;
        else if (debtPaid.is(event)) expectAsTold(event, debtPaid(playerIdOf(event), event.payload));
        else if (debtWrittenOff.is(event))
          expectAsTold(event, debtWrittenOff(playerIdOf(event), event.payload));
      },
    };
  },
};
