import { type Account, type Asset, playerAccount, USD } from "../accounts/account.ts";
import { receivableAccount } from "../features/deposits/events.ts";
import { listingOpened, listingReserved, listingStream } from "../features/listings/events.ts";
import { type Listing, listingStreamKind } from "../features/listings/listing.ts";
import { purchaseInitiated } from "../features/purchases/events.ts";
import { purchaseStream } from "../features/purchases/parties.ts";
import { type ObservePayment, observePayment } from "../features/purchases/payment/observe.ts";
import { type Purchase, purchaseStreamKind } from "../features/purchases/purchase.ts";
import { DAY_MS } from "../kernel/time.ts";
import { carriedOut, GivenLog, NOON } from "./given.ts";
import { playerIn, registered } from "./players.ts";

export const THIS = "u_1";
export const BUYER = "p_bob";
export const SELLER = "p_alice";
export const LISTING = "l_1";
export const COPY = "item:101:7" as const;
/** Cents. */
export const PRICE = 1_999n;

export const purchaseIn = (log: GivenLog): Purchase => log.stream(purchaseStreamKind, purchaseStream(THIS));
/** Who of the two has the copy. */
export const whoHas = (log: GivenLog) => ({
  buyerHas: log.holding(playerAccount(BUYER), COPY) === 1n,
  sellerHas: log.holding(playerAccount(SELLER), COPY) === 1n,
});
/** What decisions on a purchase read of its two. */
export const groundIn = (log: GivenLog) => ({
  holding: (account: Account, asset: Asset) => log.holding(account, asset),
  playerOf: (playerId: string) => playerIn(log, playerId),
});
/** What the two owe, in cents. */
export const owedIn = (log: GivenLog) => ({
  seller: -log.holding(receivableAccount(SELLER), USD),
  buyer: -log.holding(receivableAccount(BUYER), USD),
});
export const listingIn = (log: GivenLog): Listing => log.stream(listingStreamKind, listingStream(LISTING));

/** A listing that somebody is about to pay for. */
export function aBegun(inCustody = true): GivenLog {
  const log = new GivenLog();
  const offer = {
    category: null,
    condition: "good",
    description: null,
    paymentMethods: ["stripe"],
    price: String(PRICE),
    title: "Hat",
  } as const;
  const ids = { purchaseId: THIS, buyerId: BUYER, sellerId: SELLER };
  const terms = {
    ...{ listingId: LISTING, copy: COPY, title: "Hat", price: String(PRICE) },
    method: "stripe",
    ...{ until: NOON + 1, platformFee: "100", paymentFee: "88", sellerPayout: "1811" },
  } as const;
  log.append([
    registered(BUYER),
    registered(SELLER),
    listingOpened({ listingId: LISTING, sellerId: SELLER, ...offer, copy: COPY, inCustody, serial: null }),
    purchaseInitiated({ ...ids, ...terms }),
    listingReserved({ listingId: LISTING, sellerId: SELLER, purchaseId: THIS, until: NOON + 1 }),
  ]);
  return log;
}

/** The same, paid in full. */
export function aDelivered(inCustody = true): GivenLog {
  return read(aBegun(inCustody), { reading: 1 });
}

/** A reading of the provider, with what differs from a payment in full. */
export const observes = (log: GivenLog, said: Partial<ObservePayment>) =>
  observePayment(
    {
      ...{ purchaseId: THIS, provider: "stripe", reading: log.events.length, status: "paid" },
      ...{ received: PRICE, refunded: 0n, offered: 0n, taken: 0n, fee: 88n },
      ...said,
    },
    {
      ...{ at: log.at, purchase: purchaseIn(log), listing: listingIn(log), holdMs: 7 * DAY_MS },
      ...groundIn(log),
    },
  );

/** Books readings one after the other. */
export const read = (log: GivenLog, ...readings: readonly Partial<ObservePayment>[]): GivenLog =>
  carriedOut(log, ...readings.map((said) => (given: GivenLog) => observes(given, said)));
