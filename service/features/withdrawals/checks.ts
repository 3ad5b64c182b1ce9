import { assetIdOf } from "#domain/accounts/item.ts";
import { keepsInCustody } from "#domain/features/deposits/custody.ts";
import type { Deposit } from "#domain/features/deposits/deposit.ts";
import { custodyEnded, depositReversed } from "#domain/features/deposits/events.ts";
import { reviewValueOf } from "#domain/features/limiteds/catalogue.ts";
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
import { areWithdrawalsOpen, withdrawalThresholdOf } from "#domain/features/withdrawals/settings.ts";
import type { AskedWithdrawal, Withdrawal } from "#domain/features/withdrawals/withdrawal.ts";
import { withdrawer } from "#domain/features/withdrawals/withdrawer.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { isTransitId } from "#domain/ledger/transit/single.ts";
import { thingGone, thingsOf, transitLeft } from "#domain/ledger/transit/transit-events.ts";
import { type CataloguePass, catalogueCheck } from "#service/features/limiteds/checks.ts";
import { FollowedSlice } from "#service/features/players/followed-slice.ts";
import { expectStep, stepOf } from "#service/features/roles/reviewed-check.ts";
import { expectWithinThreshold } from "#service/features/roles/thresholds.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
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

const NO_WITHDRAWAL = "Custody ended without a withdrawal.";
const NOT_TOLD = "A copy left the site, but this was not reported to the log it came from.";

type Approved = RecordedEvent & EventOf<typeof withdrawalApproved>;
type Ended = RecordedEvent & { readonly payload: { readonly depositId: string; readonly copy: string } };

/** Whether the arrival of the copy is proved as the event says. */
function isProven({ payload }: RecordedEvent, { status }: AskedWithdrawal): boolean {
  const { proof, by, confirmedBy } = payload;
  if (proof === "admins") return by !== null && confirmedBy !== null;
  return by === null && confirmedBy === null && (proof === "seen" || status === "sending");
}

/** Whether the copies whose custody ended leave for another log. */
const isDeparture = (event: RecordedEvent, ended: readonly Ended[]): boolean =>
  transitLeft.is(event) &&
  isSameJson(
    { left: thingsOf(event.payload).map(({ asset, origin }) => [asset, origin.custody]) },
    { left: ended.map(({ payload: { copy, depositId } }) => [copy, depositId]) },
  );

/** Whether a deposit is reversed with copies that came home, in the custody of transits. */
const isTakenBack = (event: RecordedEvent, ended: readonly Ended[]): boolean =>
  depositReversed.is(event) &&
  ended.every(
    ({ payload: { copy, depositId } }) =>
      isTransitId(depositId) && event.payload.copies.some((one) => one === copy),
  );

/** Checks that reversed copies leave custody: that of the deposit, or a transit's that has just ended. */
function expectNoneKept(
  { payload, position }: RecordedEvent & EventOf<typeof depositReversed>,
  deposit: Deposit,
  ended: readonly Ended[],
): void {
  const over = new Set<string>(deposit.status === "completed" ? deposit.copies : []);
  for (const one of ended) over.add(one.payload.copy);
  const areOver = payload.copies.every((copy) => over.has(copy));
  expectAt(position, areOver, () => "A copy was reversed but stays in custody.");
}

/**
 * Checks withdrawals: each copy leaves custody once, by its withdrawal or its deposit's reversal, and returns only by
 * two admins. The log that it came from receives a report.
 */
class WithdrawalsPass implements CheckPass {
  /** Ends of custody whose withdrawal, departure or reversal must follow. */
  #ended: Ended[] = [];
  /** Copies that left the site out of the custody of transits, whose reports must follow. */
  #gone: readonly Ended["payload"][] = [];

  readonly #settings: SettingsPass;
  readonly #catalogue: CataloguePass;
  readonly #players = new FollowedSlice(withdrawer);

  constructor(settings: SettingsPass, catalogue: CataloguePass) {
    this.#settings = settings;
    this.#catalogue = catalogue;
  }

  event(event: RecordedEvent, state: unknown): void {
    this.#check(event, state);
    this.#players.follow(event);
  }

  #check(event: RecordedEvent, state: unknown): void {
    const [ended, [gone, ...rest]] = [this.#ended, this.#gone];
    this.#gone = rest;
    if (gone !== undefined) {
      const isTold =
        thingGone.is(event) && event.payload.id === gone.depositId && event.payload.asset === gone.copy;
      expectAt(event.position, isTold, () => NOT_TOLD);
    }
    if (custodyEnded.is(event)) {
      const { copy } = event.payload;
      expectAsTold(event, custodyEnded(event.payload));
      expectAt(
        event.position,
        keepsInCustody(state as Deposit, copy),
        () => `${copy} is not in that custody.`,
      );
      this.#ended.push(event);
      return;
    }
    this.#ended = [];
    const [first] = ended;
    if (first !== undefined) {
      const isReversal = isTakenBack(event, ended);
      const isOver =
        (ended.length === 1 && withdrawalDone.is(event)) || isReversal || isDeparture(event, ended);
      expectAt(first.position, isOver, () => NO_WITHDRAWAL);
      if (isReversal) this.#gone = ended.map(({ payload }) => payload);
    }
    if (depositReversed.is(event)) expectNoneKept(event, state as Deposit, ended);
    this.#withdrawal(event, state as Withdrawal, first);
  }

  #withdrawal(event: RecordedEvent, withdrawal: Withdrawal, ended: Ended | undefined): void {
    if (!expectStep(event, withdrawal, STEPS) || withdrawal.status === "absent") return;
    if (withdrawalApproved.is(event)) this.#expectApproved(event, withdrawal);
    if (withdrawalDone.is(event)) {
      const { copy, depositId } = withdrawal;
      const isEnded = ended?.payload.depositId === depositId && ended.payload.copy === copy;
      expectAt(event.position, isEnded, () => "A copy was withdrawn but stays in custody.");
      expectAt(event.position, isProven(event, withdrawal), () => "The arrival of the copy is not proved.");
      if (isTransitId(depositId)) this.#gone = [{ copy, depositId }];
    }
    if (withdrawalReturned.is(event)) {
      const { confirmedBy } = event.payload;
      expectAt(event.position, confirmedBy !== null && !withdrawal.isElsewhere, () => {
        return "A withdrawal came back without two admins, or after another player was seen with the copy.";
      });
    }
  }

  /** Items of unknown worth take two admins as well. */
  #expectApproved(event: Approved, { copy }: AskedWithdrawal): void {
    const { position, payload } = event;
    const { value: told, ...approved } = payload;
    const value = reviewValueOf(this.#catalogue.now, assetIdOf(copy));
    const due = value ?? 0n;
    expectAt(position, told === String(due), () => `A withdrawal worth ${due} counts as ${told}.`);
    expectAt(position, value !== null || approved.firstBy !== null, () => {
      return "One admin approved a withdrawal of an item without a value.";
    });
    const settings = this.#settings.now;
    const above = withdrawalThresholdOf(settings);
    const countedOf = (playerId: string) => this.#players.of(playerId);
    expectWithinThreshold(event, { ...approved, value: due }, { above, countedOf });
    expectAt(position, areWithdrawalsOpen(settings), () => {
      return "A withdrawal was approved while withdrawals were closed.";
    });
  }

  end(position: number): void {
    const [first] = this.#ended;
    expectAt(first?.position ?? position, first === undefined, () => NO_WITHDRAWAL);
    expectAt(position, this.#gone.length === 0, () => NOT_TOLD);
  }
}

export const withdrawalsCheck: LogCheck = {
  name: "withdrawals",
  begin: (passOf) => new WithdrawalsPass(passOf(settingsCheck), passOf(catalogueCheck)),
};
