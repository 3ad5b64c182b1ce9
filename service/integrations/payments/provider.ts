import type { Minor } from "#domain/kernel/money.ts";

/** How a buyer pays. */
export type PaymentMethod = "stripe" | "cashapp" | "paypal" | "crypto";
/** Who takes the money for us. */
export type ProviderName = "stripe" | "paypal" | "btcpay";

/** What a buyer has to pay; the same order asked for again is the same checkout. */
export interface PaymentOrder {
  /** Ours, one for each attempt: what the provider calls it is found again by it. */
  readonly paymentId: string;
  readonly method: PaymentMethod;
  readonly amount: Minor;
  /** What is bought, as the provider's page shows it. */
  readonly title: string;
  /** When nobody can begin to pay any more, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Where the buyer comes back to. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** A page of the provider's on which a buyer pays. */
export interface Checkout {
  /** What the provider calls it. */
  readonly reference: string;
  readonly url: string;
}

/** Whether more may come of a payment by itself: nobody paid yet, money is on its way, it came, or none will. */
export type ReadingStatus = "open" | "processing" | "paid" | "expired";

/**
 * What a provider says of a payment now. All amounts are totals of dollars since it began, in cents, so that readings
 * may come in any number and some may be missed: the books follow the difference to what is known.
 */
export interface PaymentReading {
  readonly status: ReadingStatus;
  readonly received: Minor;
  readonly refunded: Minor;
  /** Offered to go back, and not claimed yet. */
  readonly offered: Minor;
  /** Taken back for disputes, less what was given back for them. */
  readonly taken: Minor;
  /** What the provider keeps for itself. */
  readonly fee: Minor;
}

/** What a payment is read under. */
export interface ReadingTerms {
  /** False once its time is over or it was given up: what its buyer has only approved is then not taken. */
  readonly mayPay: boolean;
  /** What the provider calls the refunds that it offered. */
  readonly offers: readonly string[];
}

/** Money that goes back once its buyer claims it. */
export interface RefundOffer {
  /** What the provider calls it. */
  readonly reference: string;
  /** Where the buyer claims it. */
  readonly url: string;
}

/** Money that is to go back. The same refund asked for again is the same refund. */
export interface RefundOrder {
  readonly refundId: string;
  readonly reference: string;
  readonly amount: Minor;
  /** How often it was refused: a key that was refused is answered so for days. */
  readonly attempt: number;
}

/** The key that a refund is asked for under. @param before how often it was refused, or made and failed */
export const refundKey = (refundId: string, before: number): string =>
  before === 0 ? `refund-${refundId}` : `refund-${refundId}-${before + 1}`;

/** One payment as a provider's own list has it. */
export interface ListedPayment {
  readonly reference: string;
  readonly paymentId: string | null;
  readonly received: Minor;
}

/** What came in at the address for webhooks. */
export interface WebhookDelivery {
  readonly headers: Headers;
  /** The bytes as they came: signatures are of these. */
  readonly raw: Uint8Array;
}

/**
 * What a delivery says, which is never more than a hint: what is so is read from the provider.
 * @property eventId names the delivery among those of its provider
 * @property reference the payment it is about; null for something else
 */
export interface WebhookHint {
  readonly eventId: string;
  readonly type: string;
  readonly reference: string | null;
}

/** A provider of payments. */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** @throws ProviderTrouble */
  open(order: PaymentOrder): Promise<Checkout>;
  /** @throws ProviderTrouble */
  read(reference: string, terms: ReadingTerms): Promise<PaymentReading>;
  /** Ends what nobody has begun to pay; whether somebody has is then read. @throws ProviderTrouble */
  close(reference: string): Promise<void>;
  /** @returns where the buyer claims it; null where it goes back by itself @throws ProviderTrouble */
  refund(order: RefundOrder): Promise<RefundOffer | null>;
  /** Ends what was offered and is not claimed, where refunds are offers. @throws ProviderTrouble */
  withdraw?(offer: string): Promise<void>;
  /** What was begun since an instant, for comparison. @throws ProviderTrouble */
  list(since: number): Promise<readonly ListedPayment[]>;
  /** What a delivery says; null where it is not the provider's. @throws ProviderTrouble when that cannot be told now */
  hint(delivery: WebhookDelivery): Promise<WebhookHint | null>;
}

/**
 * Why a provider did not do something: it refused, which asking again does not change; it could not be reached or did
 * not answer, so that it may have done it; or what it says is not what was asked for.
 */
export type TroubleKind = "refused" | "away" | "strange";

/** Thrown when a provider did not do what was asked, or nobody knows. Its words name no secret and no person. */
export class ProviderTrouble extends Error {
  override readonly name = "ProviderTrouble";
  readonly kind: TroubleKind;

  constructor(kind: TroubleKind, what: string) {
    super(what);
    this.kind = kind;
  }
}
