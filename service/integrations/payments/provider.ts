import type { Minor } from "#domain/kernel/money.ts";

/** How a buyer pays. */
export type PaymentMethod = "stripe" | "cashapp" | "paypal" | "crypto";
/** The provider that collects the money. */
export type ProviderName = "stripe" | "paypal" | "btcpay";

/** A payment to request. Repeating an order returns the same checkout. */
export interface PaymentOrder {
  /** Our id, one for each attempt; the provider's own id is looked up by it. */
  readonly paymentId: string;
  readonly method: PaymentMethod;
  readonly amount: Minor;
  /** The purchase, as the provider's page shows it. */
  readonly title: string;
  /** Until when payment may begin, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** The buyer's return address. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** A page of the provider's on which a buyer pays. */
export interface Checkout {
  /** The provider's id. */
  readonly reference: string;
  readonly url: string;
}

/** The state of a payment: unpaid, money on its way, paid, or closed unpaid. */
export type ReadingStatus = "open" | "processing" | "paid" | "expired";

/**
 * A provider's current view of a payment. Amounts are totals since it began, in cents, so readings may be repeated or
 * missed: the ledger books the difference to the last one.
 */
export interface PaymentReading {
  readonly status: ReadingStatus;
  readonly received: Minor;
  readonly refunded: Minor;
  /** Refunds offered and not claimed yet. */
  readonly offered: Minor;
  /** Withdrawn for disputes, less what was returned. */
  readonly taken: Minor;
  /** The provider's fees. */
  readonly fee: Minor;
}

/** The terms of reading a payment. */
export interface ReadingTerms {
  /** False once it has expired or was abandoned: an approval is then not captured. */
  readonly mayPay: boolean;
  /** The provider's ids of the refunds that it offered. */
  readonly offers: readonly string[];
}

/** A refund that its buyer has to claim. */
export interface RefundOffer {
  /** The provider's id. */
  readonly reference: string;
  /** The buyer's page for claiming it. */
  readonly url: string;
}

/** A refund to request. Repeating an order refunds once. */
export interface RefundOrder {
  readonly refundId: string;
  readonly reference: string;
  readonly amount: Minor;
  /** How often it was refused: a provider repeats its refusal of a key for days. */
  readonly attempt: number;
}

/** The idempotency key of a refund. @param before how often it was refused, or made and failed */
export const refundKey = (refundId: string, before: number): string =>
  before === 0 ? `refund-${refundId}` : `refund-${refundId}-${before + 1}`;

/** A payment in a provider's list. */
export interface ListedPayment {
  readonly reference: string;
  readonly paymentId: string | null;
  readonly received: Minor;
}

/** An incoming webhook. */
export interface WebhookDelivery {
  readonly headers: Headers;
  /** The raw bytes, which signatures cover. */
  readonly raw: Uint8Array;
}

/**
 * The content of a webhook. It is only a hint: the state itself is read from the provider.
 * @property eventId the delivery's id, unique within its provider
 * @property reference the payment that it is about; null for none
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
  /** Closes a payment that nobody has begun to pay. @throws ProviderTrouble */
  close(reference: string): Promise<void>;
  /** @returns where the buyer claims it; null if it needs no claim @throws ProviderTrouble */
  refund(order: RefundOrder): Promise<RefundOffer | null>;
  /** Withdraws an unclaimed offer, if refunds are offers. @throws ProviderTrouble */
  withdraw?(offer: string): Promise<void>;
  /** Payments begun since an instant, for comparison. @throws ProviderTrouble */
  list(since: number): Promise<readonly ListedPayment[]>;
  /** Reads a webhook; null if it is not authentic. @throws ProviderTrouble when that cannot be checked now */
  hint(delivery: WebhookDelivery): Promise<WebhookHint | null>;
}

/**
 * Why a request to a provider failed. `refused`: final, a retry does not help. `away`: no answer, so it may have taken
 * effect. `strange`: the answer does not fit the request.
 */
export type TroubleKind = "refused" | "away" | "strange";

/** A request to a provider failed, or its outcome is unknown. Messages hold no secrets or personal data. */
export class ProviderTrouble extends Error {
  override readonly name = "ProviderTrouble";
  readonly kind: TroubleKind;

  constructor(kind: TroubleKind, what: string) {
    super(what);
    this.kind = kind;
  }
}
