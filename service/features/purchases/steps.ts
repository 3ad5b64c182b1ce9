import {
  listingRemoved,
  listingReserved,
  listingReturned,
  listingSold,
  listingTraded,
} from "#domain/features/listings/events.ts";
import type { Listing } from "#domain/features/listings/listing.ts";
import { termsOf } from "#domain/features/listings/terms.ts";
import { purchaseDelivered, purchaseInitiated, purchaseUndone } from "#domain/features/purchases/events.ts";
import { unspentOf } from "#domain/features/purchases/payment/observe.ts";
import type { BegunPurchase, Purchase, PurchaseTerms } from "#domain/features/purchases/purchase.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { anyOf, type EventOf } from "#domain/kernel/events/event-definition.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const isMove = anyOf(listingSold, listingTraded, listingReturned);
const isStep = anyOf(purchaseDelivered, purchaseUndone, listingReserved);
type Move = EventOf<typeof listingSold | typeof listingTraded | typeof listingReturned>["payload"];

/** What the next event of the same command has to be. */
interface Due {
  readonly position: number;
  readonly commandId: string;
  readonly sentence: string;
  isThis(event: RecordedEvent, state: unknown): boolean;
}

const isOfTerms = (move: Move, { terms }: BegunPurchase): boolean =>
  move.purchaseId === terms.purchaseId &&
  move.listingId === terms.listingId &&
  move.sellerId === terms.sellerId &&
  move.buyerId === terms.buyerId &&
  move.copy === terms.copy;

/** Whether a copy goes to the buyer of a purchase that is paid, or back from it. */
function isMoved(move: RecordedEvent, event: RecordedEvent, purchase: Purchase): boolean {
  if (purchase.status === "absent" || !isMove(move) || !isOfTerms(move.payload, purchase)) return false;
  const { status, terms } = purchase;
  if (listingReturned.is(move)) return purchaseUndone.is(event) && status === "delivered";
  if (!purchaseDelivered.is(event)) return false;
  if (listingTraded.is(move)) return status === "awaiting";
  return (status === "open" || status === "closed") && unspentOf(purchase) >= BigInt(terms.price);
}

/** Whether a listing is reserved for a purchase that names its seller, copy, title and price. */
function isReserved(terms: PurchaseTerms, event: RecordedEvent, listing: Listing): boolean {
  if (!listingReserved.is(event) || listing.status === "absent") return false;
  const { purchaseId, listingId, until } = event.payload;
  return (
    purchaseId === terms.purchaseId &&
    listingId === terms.listingId &&
    until === terms.until &&
    listing.sellerId === terms.sellerId &&
    listing.copy === terms.copy &&
    listing.offer.title === terms.title &&
    listing.offer.price === terms.price
  );
}

/** Whether the price is split by the tariff of its payment method, and nobody buys from themselves. */
function areFair({
  price,
  method,
  platformFee,
  paymentFee,
  sellerPayout,
  buyerId,
  sellerId,
}: PurchaseTerms): boolean {
  const due = termsOf(BigInt(price), method);
  return (
    BigInt(price) > 0n &&
    platformFee === String(due.platformFee) &&
    paymentFee === String(due.paymentFee) &&
    sellerPayout === String(due.sellerPayout) &&
    buyerId !== sellerId
  );
}

/**
 * Checks that purchases and listings go together, each step within one command: a purchase begins on its listing's
 * terms, and a listed copy moves only for the purchase that it was sold by.
 */
export class PurchaseSteps {
  #due: Due | null = null;

  /** Whether the next event is the one that a step has to go on with. */
  get isWaiting(): boolean {
    return this.#due !== null;
  }

  /** @param state of the event's stream before it */
  event(event: RecordedEvent, state: unknown): void {
    const due = this.#due;
    this.#due = null;
    if (due !== null) {
      const isThis = event.commandId === due.commandId && due.isThis(event, state);
      expectAt(due.position, isThis, () => due.sentence);
    } else if (isStep(event)) {
      const isAlone = purchaseUndone.is(event) && isUndoneAlone(state as Purchase);
      expectAt(event.position, isAlone, () => `${event.type} has nothing before it that it follows from.`);
    }
    this.#due = dueAfter(event, state);
  }

  end(): void {
    const due = this.#due;
    expectAt(due?.position ?? 0, due === null, () => due?.sentence ?? "");
  }
}

/**
 * Whether a purchase is undone without a move: its copy was traded on the platform, and is at its seller again. One
 * that never began has neither copy nor money.
 */
const isUndoneAlone = (purchase: Purchase): boolean =>
  purchase.status === "absent" || (purchase.status === "delivered" && purchase.trade !== null);

function dueAfter(event: RecordedEvent, state: unknown): Due | null {
  const { position, commandId, type } = event;
  if (purchaseInitiated.is(event)) {
    const { payload: terms } = event;
    const isNew = (state as Purchase).status === "absent";
    expectAt(
      position,
      isNew && areFair(terms),
      () => "A purchase began twice, or on terms that do not add up.",
    );
    const sentence = "A purchase began on other terms than those of its listing.";
    return { position, commandId, sentence, isThis: (next, of) => isReserved(terms, next, of as Listing) };
  }
  if (isMove(event)) {
    const sentence = `${type} moves a copy without a purchase that says so.`;
    return { position, commandId, sentence, isThis: (next, of) => isMoved(event, next, of as Purchase) };
  }
  const listing = state as Listing;
  if (!listingRemoved.is(event) || listing.status !== "reserved") return null;
  const { purchaseId } = listing;
  const sentence = "A reserved listing was removed while its purchase went on.";
  const isThis = (next: RecordedEvent, of: unknown): boolean =>
    purchaseUndone.is(next) &&
    next.payload.purchaseId === purchaseId &&
    (of as Purchase).status === "awaiting";
  return { position, commandId, sentence, isThis };
}
