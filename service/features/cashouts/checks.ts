import { USD } from "#domain/accounts/account.ts";
import type { Cashout } from "#domain/features/cashouts/cashout.ts";
import { type Cashouter, cashouter } from "#domain/features/cashouts/cashouter.ts";
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
import { cashoutTermsOf } from "#domain/features/cashouts/rules.ts";
import { addressMsOf, arePayoutsOpen, cashoutThresholdOf } from "#domain/features/cashouts/settings.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { standing } from "#domain/features/roles/standing.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { anyOf, type EventOf } from "#domain/kernel/events/event-definition.ts";
import type { Settings } from "#domain/kernel/setting.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { expectDebtPaid } from "#service/features/dollar-debts/debt-paid.ts";
import { FollowedSlice } from "#service/features/players/followed-slice.ts";
import { expectStep, stepOf } from "#service/features/roles/reviewed-check.ts";
import { expectWithinThreshold } from "#service/features/roles/thresholds.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import type { AmountOf, CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
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

const isBack = anyOf(cashoutRejected, cashoutCancelled, cashoutFailed, cashoutReversed);
const isTowardsPayment = anyOf(cashoutRequested, cashoutApproved, cashoutBegun);

/** A cash-out is asked for before it is recorded, by another clock. In milliseconds. */
const ASKED_WITHIN_MS = HOUR_MS;

type Requested = RecordedEvent & EventOf<typeof cashoutRequested>;

/** Checks the terms of a cash-out: its fees, and since when its address is known. */
function expectTerms(
  { position, recordedAt, payload }: Requested,
  { targets }: Cashouter,
  settings: Settings,
): void {
  const { amount, fees, knownSince, payableFrom, targetId } = payload;
  const due = cashoutTermsOf(BigInt(amount)).fees;
  expectAt(
    position,
    fees === String(due),
    () => `A cash-out of ${amount} costs ${fees}, where ${due} are due.`,
  );
  const known = targets.find((target) => target.targetId === targetId);
  const isKnown =
    known === undefined ? knownSince >= recordedAt - ASKED_WITHIN_MS : knownSince === known.since;
  expectAt(position, isKnown, () => "The address of a cash-out was not known as long as it says.");
  expectAt(position, payableFrom === knownSince + addressMsOf(settings), () => {
    return "A cash-out is payable at another time than the settings of its day say.";
  });
}

/**
 * Checks that each step of a cash-out follows the one before, repeats the agreed amount, fees and address, has two
 * admins where the settings of its day require them, and waited until its address was known long enough. What the
 * provider really paid is checked by the nightly comparison with its lists.
 */
class CashoutsPass implements CheckPass {
  readonly #settings: SettingsPass;
  readonly #players = new FollowedSlice(cashouter);
  readonly #standings = new FollowedSlice(standing);

  constructor(settings: SettingsPass) {
    this.#settings = settings;
  }

  event(event: RecordedEvent, state: unknown, amountOf: AmountOf): void {
    this.#check(event, state as Cashout, amountOf);
    this.#players.follow(event);
    this.#standings.follow(event);
  }

  #check(event: RecordedEvent, cashout: Cashout, amountOf: AmountOf): void {
    if (!expectStep(event, cashout, STEPS)) return;
    const { position, recordedAt } = event;
    if (cashoutRequested.is(event))
      expectTerms(event, this.#players.of(event.payload.playerId), this.#settings.now);
    if (isTowardsPayment(event)) this.#expectPayable(event, event.payload.playerId, amountOf);
    if (isBack(event)) {
      const { playerId, amount, debtPaid } = event.payload;
      expectDebtPaid(event, { playerId, amount, paid: debtPaid }, amountOf);
    }
    if (!cashoutApproved.is(event)) return;
    const { amount, ...approved } = event.payload;
    expectWithinThreshold(
      event,
      { ...approved, value: BigInt(amount) },
      {
        above: cashoutThresholdOf(this.#settings.now),
        countedOf: (playerId) => this.#players.of(playerId),
      },
    );
    if (cashout.status !== "absent")
      expectAt(position, recordedAt >= cashout.payableFrom, () => {
        return "A cash-out was approved before its address had been known long enough.";
      });
  }

  #expectPayable({ position, type }: RecordedEvent, playerId: string, amountOf: AmountOf): void {
    const owed = amountOf(receivableAccount(playerId), USD) ?? 0n;
    expectAt(position, owed >= 0n, () => `${type} concerns a player who owes dollars.`);
    const { suspended } = this.#standings.of(playerId);
    expectAt(position, !suspended, () => `${type} concerns a player who is suspended.`);
    const isOpen = arePayoutsOpen(this.#settings.now);
    expectAt(position, isOpen, () => `${type} was recorded while cash-outs were closed.`);
  }
}

export const cashoutsCheck: LogCheck = {
  name: "cashouts",
  begin: (passOf) => new CashoutsPass(passOf(settingsCheck)),
};
