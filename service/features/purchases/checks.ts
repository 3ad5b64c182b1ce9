import { USD } from "#domain/accounts/account.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { listingEvents } from "#domain/features/listings/events.ts";
import {
  isPurchaseEvent,
  purchaseDelivered,
  purchaseEvents,
  purchaseReleased,
  releaseOrdered,
} from "#domain/features/purchases/events.ts";
import {
  buyerCharged,
  debtReturned,
  NO_TOTALS,
  paymentObserved,
  refundEnded,
} from "#domain/features/purchases/payment/events.ts";
import { between, type Purchase } from "#domain/features/purchases/purchase.ts";
import { missingOf } from "#domain/features/purchases/release.ts";
import { holdMsOf } from "#domain/features/purchases/settings.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import type { Settings } from "#domain/kernel/setting.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { expectDebtPaid } from "#service/features/dollar-debts/debt-paid.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import {
  expectAsTold,
  expectRetold,
  isSameJson,
  type Retold,
  retold,
} from "#service/ledger/verifier/as-told.ts";
import type { AmountOf, CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";
import { PurchaseSteps } from "./steps.ts";

const OF_PAYLOAD: readonly Retold[] = [
  retold(purchaseReleased),
  retold(buyerCharged),
  retold(debtReturned),
  retold(refundEnded),
];

/** All other events are passed over at once, since most of a log is bets. */
const FOLLOWED = new Set<string>([...purchaseEvents, ...listingEvents].map(({ type }) => type));

const NOT_AS_AGREED = "A sale was paid out otherwise than agreed, or before its delivery.";

type Released = RecordedEvent & EventOf<typeof purchaseReleased>;
type Charged = RecordedEvent & EventOf<typeof buyerCharged>;
type Returned = RecordedEvent & EventOf<typeof debtReturned>;

/** A purchase that never began has nothing in escrow that it could pay out. */
function expectReleased(event: Released, purchase: Purchase, amountOf: AmountOf): void {
  if (purchase.status === "absent") return;
  const { position, payload } = event;
  const { title, platformFee, paymentFee, sellerPayout } = purchase.terms;
  const fees = String(BigInt(platformFee) + BigInt(paymentFee));
  const { debtPaid, ...found } = payload;
  const due = { ...between(purchase), title, fees, sellerPayout };
  expectAt(position, purchase.status === "delivered" && isSameJson(found, due), () => NOT_AS_AGREED);
  const { sellerId: playerId } = payload;
  expectDebtPaid(event, { playerId, amount: sellerPayout, paid: debtPaid }, amountOf);
}

/** A release is decided before it is recorded, and a clock may be put back in between. In milliseconds. */
const CLOCK_DOUBT_MS = 60_000;
const TOO_EARLY =
  "A seller was paid before the hold was over, or despite a complaint, and nobody ordered it.";

/** Without an order of two admins the hold has to be over, and the buyer must not have complained. */
function expectDue({ position, recordedAt }: Released, purchase: Purchase, isOrdered: boolean): void {
  if (purchase.status === "absent") return;
  const { isContested, releaseAt } = purchase;
  const isOver = !isContested && releaseAt !== null && recordedAt >= releaseAt - CLOCK_DOUBT_MS;
  expectAt(position, isOrdered || isOver, () => TOO_EARLY);
  const isThere = missingOf(purchase) === 0n;
  expectAt(position, isThere, () => "A seller was paid although part of the price is missing.");
}

/** How long a delivery may take from its decision to its record, by two clocks. In milliseconds. */
const DELIVERED_WITHIN_MS = HOUR_MS;

/** Without an order of two admins the hold is what the settings said at the delivery. */
function expectHeld(
  { position, recordedAt, payload }: RecordedEvent & EventOf<typeof purchaseDelivered>,
  purchase: Purchase,
  { isOrdered, settings }: { readonly isOrdered: boolean; readonly settings: Settings },
): void {
  if (isOrdered || purchase.status === "absent") return;
  const until = recordedAt + holdMsOf(settings, purchase.terms.method) - DELIVERED_WITHIN_MS;
  expectAt(
    position,
    payload.releaseAt >= until,
    () => "The hold of a sale is shorter than the settings say.",
  );
}

function expectCharged({ position, payload }: Charged, purchase: Purchase): void {
  const isDue =
    purchase.status === "delivered" &&
    purchase.terms.buyerId === payload.buyerId &&
    BigInt(payload.amount) <= missingOf(purchase);
  expectAt(position, isDue, () => "A buyer was charged more than is missing of the price.");
}

/** A payer gets back only what was paid in excess of the debt. */
function expectReturned({ position, payload }: Returned, amountOf: AmountOf): void {
  const isThere = (amountOf(receivableAccount(payload.playerId), USD) ?? 0n) >= 0n;
  expectAt(position, isThere, () => "More of a debt was returned than had arrived again.");
}

/**
 * Checks that purchases move what their events say, on the terms of their listings, and that sellers are paid what was
 * agreed and when; a reading of a payment moves the difference to the last one.
 */
class PurchasesPass implements CheckPass {
  readonly #steps = new PurchaseSteps();
  /** The command that two admins ordered a release by, and its purchase. */
  #ordered = { commandId: "", purchaseId: "" };
  readonly #settings: SettingsPass;

  constructor(settings: SettingsPass) {
    this.#settings = settings;
  }

  event(event: RecordedEvent, state: unknown, amountOf: AmountOf): void {
    if (!this.#steps.isWaiting && !FOLLOWED.has(event.type)) return;
    this.#steps.event(event, state);
    if (!isPurchaseEvent(event)) return;
    const purchase = state as Purchase;
    if (paymentObserved.is(event)) {
      const known = purchase.status === "absent" ? NO_TOTALS : purchase.totals;
      expectAsTold(event, paymentObserved(event.payload, known));
    }
    expectRetold(event, OF_PAYLOAD);
    const { commandId } = event;
    if (releaseOrdered.is(event)) this.#ordered = { commandId, purchaseId: event.payload.purchaseId };
    else if (purchaseReleased.is(event)) {
      expectReleased(event, purchase, amountOf);
      expectDue(event, purchase, this.#isOrdered(event, event.payload));
    } else if (purchaseDelivered.is(event)) {
      const isOrdered = this.#isOrdered(event, event.payload);
      expectHeld(event, purchase, { isOrdered, settings: this.#settings.now });
    } else if (buyerCharged.is(event)) expectCharged(event, purchase);
    else if (debtReturned.is(event)) expectReturned(event, amountOf);
  }

  #isOrdered({ commandId }: RecordedEvent, { purchaseId }: { readonly purchaseId: string }): boolean {
    return this.#ordered.commandId === commandId && this.#ordered.purchaseId === purchaseId;
  }

  end(): void {
    this.#steps.end();
  }
}

export const purchasesCheck: LogCheck = {
  name: "purchases",
  begin: (passOf) => new PurchasesPass(passOf(settingsCheck)),
};
