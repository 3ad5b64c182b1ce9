import { HOUR_MS } from "#domain/kernel/time.ts";
import type { Database } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import { RateLimit } from "#service/http/limits/rate-limit.ts";
import {
  type BegunPayment,
  checkoutUrls,
  endReading,
  findCheckout,
  keepCheckout,
  keepOffer,
  nextLook,
  noteClosed,
  offerOf,
  offersOf,
  offerUrls,
  readSoon,
  sweepHints,
  type TakenPayment,
  takePayment,
  takePayments,
} from "./checkouts.ts";
import {
  type Checkout,
  type PaymentMethod,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReading,
  type ProviderName,
  ProviderTrouble,
  type RefundOrder,
  type WebhookDelivery,
} from "./provider.ts";
import { WebhookInbox } from "./webhook-inbox.ts";
import { WebhookTurns } from "./webhook-turns.ts";

/** Payments read at once, and the minimum duration of such a batch, in milliseconds, so that bets run in between. */
const AT_ONCE_MAX = 5;
const AT_ONCE_MS = 100;
/** Delay before a payment that could not be read or booked is read again, in milliseconds. */
const FAILED_PAUSE_MS = 60_000;

/** Interval for checking an unclaimed refund when nothing else is due, in milliseconds. */
const UNCLAIMED_LOOK_MS = 12 * HOUR_MS;
/** Rate limit for reading a payment when a buyer returns from its page. */
const RETURN_RATE = { perSecond: 0.1, burst: 3 } as const;

/** A provider's reading of a payment, with its number: older readings are ignored. */
export interface Observation extends PaymentReading {
  readonly paymentId: string;
  readonly provider: ProviderName;
  readonly reading: number;
}

/** A payment by the log, in cents. */
export type BookedTotals = Pick<PaymentReading, "received" | "refunded" | "taken" | "fee">;
const NOTHING_BOOKED: BookedTotals = { received: 0n, refunded: 0n, taken: 0n, fee: 0n };

/** A purpose of payments. */
export interface PaymentPurpose {
  /** Handles a reading; the same one may arrive again. */
  hears(observation: Observation): Promise<void>;
  /** The path of the page to which a buyer returns. */
  page(paymentId: string): string;
  /** The totals of a payment in the log. */
  booked(paymentId: string): Promise<BookedTotals>;
}

/** The provider of each payment method; empty when payments are off. */
export type Providers = Partial<Record<PaymentMethod, PaymentProvider>>;

export interface PaymentDeskOptions {
  readonly db: Database;
  readonly providers: Providers;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onTrouble: (what: string, error: Error) => void;
  /** Starts processing due payments. */
  readonly wake: () => void;
}

/** Starts payments and reads them until their outcome is final. */
export class PaymentDesk {
  readonly #options: PaymentDeskOptions;
  readonly #purposes = new Map<string, PaymentPurpose>();
  readonly #returns = new RateLimit(RETURN_RATE);
  readonly #inbox: WebhookInbox;
  /** One queue per provider, so that a slow one does not delay the others. */
  readonly #turns = new Map<ProviderName, WebhookTurns>();

  constructor(options: PaymentDeskOptions) {
    this.#options = options;
    this.#inbox = new WebhookInbox(options.db, options.wake);
  }

  /** Registers the purpose that handles its payments. */
  declare(name: string, purpose: PaymentPurpose): void {
    this.#purposes.set(name, purpose);
  }

  /** The payment methods on offer. */
  methods(): PaymentMethod[] {
    return (Object.keys(this.#options.providers) as PaymentMethod[]).toSorted();
  }

  /**
   * The provider's page for a payment, created on the first call, or again after a crash before it was stored.
   * @throws ProviderTrouble
   */
  async open(order: PaymentOrder, purpose: string): Promise<Checkout> {
    const { db, providers, now } = this.#options;
    const known = await findCheckout(db, order.paymentId);
    if (known !== null) return known;
    const provider = providers[order.method];
    if (provider === undefined) throw new ProviderTrouble("refused", `nobody takes ${order.method}`);
    const checkout = await provider.open(order);
    await keepCheckout(db, { order, purpose, provider: provider.name, checkout, at: now() });
    return (await findCheckout(db, order.paymentId)) ?? checkout;
  }

  /** Each provider once. */
  providers(): PaymentProvider[] {
    return [...new Set(Object.values(this.#options.providers))];
  }

  /** The totals of a payment in the log. */
  async booked({ purpose, paymentId }: BegunPayment): Promise<BookedTotals> {
    return (await this.#purposes.get(purpose)?.booked(paymentId)) ?? NOTHING_BOOKED;
  }

  /** Reads some payments now, due or not. */
  async readAgain(paymentIds: readonly string[]): Promise<void> {
    for (const paymentId of paymentIds) await readSoon(this.#options.db, { paymentId }, this.#options.now());
    await this.look();
  }

  /** The page of a begun payment; null for none. */
  find(paymentId: string): Promise<BegunPayment | null> {
    return findCheckout(this.#options.db, paymentId);
  }

  /**
   * Reads a payment now because its buyer came back from the provider's page; rate limited.
   * @returns the path of the buyer's next page; null for an unknown payment
   */
  async returned(paymentId: string): Promise<string | null> {
    const { db, now, wake } = this.#options;
    const payment = await findCheckout(db, paymentId);
    if (payment === null) return null;
    if (this.#returns.take(paymentId, now()) === 0) {
      await readSoon(db, payment, now());
      wake();
    }
    return this.#purposes.get(payment.purpose)?.page(paymentId) ?? null;
  }

  /** Closes a payment unless the buyer has begun to pay, and reads the outcome. @throws ProviderTrouble */
  async close(paymentId: string): Promise<void> {
    const payment = await findCheckout(this.#options.db, paymentId);
    if (payment === null) return;
    await noteClosed(this.#options.db, paymentId, this.#options.now());
    await this.#providerOf(payment.provider).close(payment.reference);
    await readSoon(this.#options.db, payment, this.#options.now());
    this.#options.wake();
  }

  /**
   * Requests a refund, and reads the outcome.
   * @returns false while another process has the payment: then no request was sent
   * @throws ProviderTrouble
   */
  async refund(
    paymentId: string,
    { refundId, amount, attempt }: Omit<RefundOrder, "reference">,
  ): Promise<boolean> {
    const { db, now, wake } = this.#options;
    if ((await findCheckout(db, paymentId)) === null)
      throw new ProviderTrouble("refused", "a payment that was never begun has nothing to give back");
    // Not every provider recognises a repeated request, so no other process may send one meanwhile.
    const payment = await takePayment(db, paymentId);
    if (payment === null) return false;
    try {
      const { reference } = payment;
      const offer = await this.#providerOf(payment.provider).refund({ refundId, reference, amount, attempt });
      if (offer !== null) await keepOffer(db, { refundId, paymentId }, offer);
    } finally {
      await endReading(db, payment, { due: now(), at: now() });
    }
    wake();
    return true;
  }

  /**
   * Withdraws the unclaimed part of an offered refund.
   * @returns false while another process has the payment, and may be offering a refund
   * @throws ProviderTrouble
   */
  async withdraw(paymentId: string, refundId: string): Promise<boolean> {
    const { db, now, wake } = this.#options;
    if ((await findCheckout(db, paymentId)) === null) return true;
    const payment = await takePayment(db, paymentId);
    if (payment === null) return false;
    try {
      const offer = await offerOf(db, refundId);
      if (offer !== null) await this.#providerOf(payment.provider).withdraw?.(offer.reference);
    } finally {
      await endReading(db, payment, { due: now(), at: now() });
    }
    wake();
    return true;
  }

  /** The pages on which the buyers of some payments pay, by payment. */
  pages(paymentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return checkoutUrls(this.#options.db, paymentIds);
  }

  /** The pages on which the buyers of some payments claim refunds, by payment. */
  offers(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return offerUrls(this.#options.db, paymentIds);
  }

  /**
   * Handles an incoming webhook.
   * @returns whether it is authentic; a repeated one, or one about an unknown payment, changes nothing
   * @throws ProviderTrouble when its authenticity cannot be checked now
   */
  async take(name: ProviderName, delivery: WebhookDelivery): Promise<boolean> {
    const provider = this.#known(name);
    if (provider === null) return false;
    const turns = this.#turns.get(name) ?? new WebhookTurns();
    this.#turns.set(name, turns);
    return turns.take(async () => {
      const hint = await provider.hint(delivery);
      if (hint === null) return false;
      await this.#inbox.keep({ provider: name, hint, raw: delivery.raw, at: this.#options.now() });
      return true;
    });
  }

  /** Reads every payment that is due. */
  async look(): Promise<void> {
    const { db, now, sleep } = this.#options;
    for (;;) {
      const taken = await takePayments(db, { at: now(), max: AT_ONCE_MAX });
      if (taken.length === 0) break;
      const pause = taken.length === AT_ONCE_MAX ? sleep(AT_ONCE_MS) : null;
      await Promise.all(taken.map((payment) => this.#read(payment)));
      await pause;
    }
    await sweepHints(db, now());
  }

  async #read(payment: TakenPayment): Promise<void> {
    const { db, now, onTrouble } = this.#options;
    let due = nextLook(payment, now());
    let { received } = payment;
    try {
      const { paymentId, provider, reading, purpose } = payment;
      const said = await this.#said(payment);
      await this.#purposes.get(purpose)?.hears({ ...said, paymentId, provider, reading });
      // An offered refund may be claimed at any time.
      if (said.offered > 0n) due ??= now() + UNCLAIMED_LOOK_MS;
      received = said.received;
    } catch (error) {
      onTrouble(`the payment ${payment.paymentId} could not be read`, asError(error));
      due = now() + FAILED_PAUSE_MS;
    }
    await endReading(db, { ...payment, received }, { due, at: now() });
  }

  /** The provider's current reading. The amount received must not fall: if it does, an operator has to look. */
  async #said(payment: BegunPayment): Promise<PaymentReading> {
    const mayPay = payment.closedAt === null && this.#options.now() < payment.expiresAt;
    const said = await this.reading(payment, mayPay);
    if (said.received < payment.received) throw new ProviderTrouble("strange", "less came than before");
    return said;
  }

  /** The provider's reading. @param mayPay whether an approved payment is captured @throws ProviderTrouble */
  async reading({ paymentId, provider, reference }: BegunPayment, mayPay = false): Promise<PaymentReading> {
    const offers = (await offersOf(this.#options.db, paymentId)).map((offer) => offer.reference);
    return this.#providerOf(provider).read(reference, { mayPay, offers });
  }

  #known(name: ProviderName): PaymentProvider | null {
    return Object.values(this.#options.providers).find((provider) => provider.name === name) ?? null;
  }

  #providerOf(name: ProviderName): PaymentProvider {
    const provider = this.#known(name);
    if (provider === null) throw new ProviderTrouble("away", `${name} is not set up any more`);
    return provider;
  }
}
