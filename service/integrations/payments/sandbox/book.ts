import { randomBytes } from "node:crypto";
import { type Minor, shareRoundedUp, sumOf } from "#domain/kernel/money.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import type { PaymentOrder, ProviderName } from "../provider.ts";

/** Most payments kept; the oldest are dropped first. */
const PAYMENTS_MAX = 5_000;
/** Delay of money that comes slowly, or late, in milliseconds. */
const SLOWLY_MS = 5_000;
const LATE_MS = 3_000;
/** The shortfall of an underpayment, and the excess of an overpayment, in cents. */
const OFF_BY: Minor = 100n;
/** The providers' fees: of each payment, in basis points rounded up and cents; of a dispute, 15.00. */
const FEES: Readonly<Record<ProviderName, { readonly share: bigint; readonly each: Minor }>> = {
  stripe: { share: 290n, each: 30n },
  paypal: { share: 349n, each: 49n },
  btcpay: { share: 0n, each: 0n },
};
const DISPUTE_FEE: Minor = 1_500n;
/** Providers whose buyers only approve, and the shop captures; an approval expires after this time. */
const CAPTURED_BY_SHOP: ReadonlySet<ProviderName> = new Set(["paypal"]);
const APPROVED_MS = 3 * HOUR_MS;
/** Providers whose ended checkouts stay ended whatever arrives, and whose underpaid ones stay open. */
const WAITS_FOR_ALL: ReadonlySet<ProviderName> = new Set(["btcpay"]);
/** Providers whose refunds wait for their buyers' claims, and that have no disputes. */
const REFUNDED_BY_CLAIM: ReadonlySet<ProviderName> = new Set(["btcpay"]);
const UNDISPUTED: ReadonlySet<ProviderName> = new Set(["btcpay"]);

/** Actions on the page of a checkout. */
export const ACTIONS = [
  "pay",
  "decline",
  "cancel",
  "late",
  "too-little",
  "too-much",
  "twice",
  "slowly",
] as const;
export type CheckoutAction = (typeof ACTIONS)[number];

/** A payment's event, as a provider reports it. */
export type Happening =
  | "approved"
  | "paid"
  | "processing"
  | "declined"
  | "expired"
  | "refunded"
  | "offered"
  | "refund_failed"
  | "disputed"
  | "dispute_closed";

export interface BookedRefund {
  readonly id: string;
  readonly amount: Minor;
  readonly metadata: Readonly<Record<string, string>>;
  readonly at: number;
  status: "succeeded" | "failed" | "offered" | "withdrawn";
}

const NOT_MADE: ReadonlySet<BookedRefund["status"]> = new Set(["failed", "withdrawn"]);

export interface BookedDispute {
  readonly id: string;
  readonly amount: Minor;
  readonly fee: Minor;
  readonly at: number;
  status: "needs_response" | "won" | "lost";
}

/** The parameters of a new checkout. */
export interface NewPayment extends Omit<PaymentOrder, "paymentId" | "method"> {
  readonly provider: ProviderName;
  /** Our id. */
  readonly paymentId: string | null;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A payment at the simulated provider. */
export interface BookedPayment extends NewPayment {
  readonly id: string;
  readonly createdAt: number;
  status: "open" | "approved" | "processing" | "paid" | "expired";
  /** The amount that the buyer has approved, if the shop has to capture it. */
  approved: { readonly action: CheckoutAction; readonly until: number } | null;
  received: Minor;
  fee: Minor;
  declines: number;
  readonly refunds: BookedRefund[];
  readonly disputes: BookedDispute[];
}

interface BookOptions {
  readonly now: () => number;
  readonly happened: (payment: BookedPayment, what: Happening) => void;
}

/** An id in the style of the providers. */
export const sandboxId = (prefix: string): string => `${prefix}${randomBytes(15).toString("hex")}`;

/** The books of all simulated providers: checkouts, money received and returned. */
export class PaymentBook {
  readonly #options: BookOptions;
  readonly #payments = new Map<string, BookedPayment>();
  /** Scheduled events. */
  readonly #due: { readonly at: number; readonly come: () => void }[] = [];
  /** How far its clock was moved ahead, in milliseconds. */
  #ahead = 0;

  constructor(options: BookOptions) {
    this.#options = options;
  }

  now(): number {
    return this.#options.now() + this.#ahead;
  }

  /** Moves the clock, and runs the events due by then. */
  advance(ms: number): void {
    this.#ahead += ms;
    this.tick();
  }

  open(asked: NewPayment, id: string): BookedPayment {
    const empty = { approved: null, received: 0n, fee: 0n, declines: 0, refunds: [], disputes: [] };
    const payment: BookedPayment = { ...asked, ...empty, id, createdAt: this.now(), status: "open" };
    this.#payments.set(id, payment);
    const [oldest] = this.#payments.keys();
    if (this.#payments.size > PAYMENTS_MAX && oldest !== undefined) this.#payments.delete(oldest);
    return payment;
  }

  /** The payment with an id at one provider, or at any; null for none. */
  find(id: string, provider?: ProviderName): BookedPayment | null {
    this.tick();
    const payment = this.#payments.get(id);
    return payment !== undefined && (provider ?? payment.provider) === payment.provider ? payment : null;
  }

  /** The payments of one provider, or of all, newest first. */
  all(provider?: ProviderName): BookedPayment[] {
    this.tick();
    return [...this.#payments.values()]
      .filter((payment) => provider === undefined || payment.provider === provider)
      .toReversed();
  }

  /** Does the action chosen on the page. @returns where the browser goes: back to the shop, or nowhere */
  act(payment: BookedPayment, action: CheckoutAction): string | null {
    if (action === "cancel") return payment.cancelUrl;
    if (payment.status !== "open") return payment.returnUrl;
    if (action === "decline") {
      payment.declines += 1;
      this.#options.happened(payment, "declined");
      return null;
    }
    if (action === "late") {
      this.#become(payment, "expired");
      this.#later(LATE_MS, () => this.#pay(payment, "pay"));
    } else this.#pay(payment, action);
    return payment.returnUrl;
  }

  /** Captures what a buyer has approved. @returns whether there was something to capture */
  capture(payment: BookedPayment): boolean {
    if (payment.status !== "approved" || payment.approved === null) return false;
    this.#charge(payment, payment.approved.action);
    return true;
  }

  /** The bank refuses an approved payment: its buyer has to choose again. */
  refuseCapture(payment: BookedPayment): void {
    payment.status = "open";
    payment.approved = null;
    payment.declines += 1;
  }

  #pay(payment: BookedPayment, action: CheckoutAction): void {
    if (!CAPTURED_BY_SHOP.has(payment.provider)) {
      this.#charge(payment, action);
      return;
    }
    payment.approved = { action, until: this.now() + APPROVED_MS };
    this.#become(payment, "approved");
  }

  #charge(payment: BookedPayment, action: CheckoutAction): void {
    const due = payment.amount - payment.received;
    if (action !== "slowly") {
      this.#receive(payment, AMOUNTS[action]?.(due) ?? due);
      return;
    }
    this.#become(payment, "processing");
    this.#later(SLOWLY_MS, () => {
      if (payment.status === "processing") this.#receive(payment, due);
    });
  }

  /** Ends a payment that nobody has begun. @returns whether it was open */
  expire(payment: BookedPayment): boolean {
    if (payment.status !== "open") return false;
    this.#become(payment, "expired");
    return true;
  }

  /** @returns null if more would go back than was received */
  refund(
    payment: BookedPayment,
    amount: Minor,
    metadata: Readonly<Record<string, string>>,
  ): BookedRefund | null {
    const gone = payment.refunds.filter(({ status }) => !NOT_MADE.has(status)).map((one) => one.amount);
    if (amount <= 0n || amount > payment.received - sumOf(gone)) return null;
    const isOffer = REFUNDED_BY_CLAIM.has(payment.provider);
    const refund: BookedRefund = {
      id: sandboxId("re_"),
      amount,
      metadata,
      at: this.now(),
      status: isOffer ? "offered" : "succeeded",
    };
    payment.refunds.push(refund);
    this.#options.happened(payment, isOffer ? "offered" : "refunded");
    return refund;
  }

  /** The shop withdraws an unclaimed offer. */
  withdraw(refund: BookedRefund): void {
    if (refund.status === "offered") refund.status = "withdrawn";
  }

  /** A buyer claims an offered refund. */
  claim(payment: BookedPayment, refund: BookedRefund): void {
    if (refund.status !== "offered") return;
    refund.status = "succeeded";
    this.#options.happened(payment, "refunded");
  }

  /** The transfer under way fails: the payment waits for another. */
  undo(payment: BookedPayment): void {
    if (payment.status === "processing") payment.status = "open";
  }

  /** A bank returns a refund after it had succeeded. */
  failRefund(
    payment: BookedPayment,
    refund = payment.refunds.findLast(({ status }) => status === "succeeded"),
  ): void {
    if (refund === undefined) return;
    refund.status = "failed";
    this.#options.happened(payment, "refund_failed");
  }

  dispute(payment: BookedPayment): void {
    const amount = payment.received - refundedOf(payment);
    if (UNDISPUTED.has(payment.provider)) return;
    if (amount <= 0n || payment.disputes.some(({ status }) => status !== "won")) return;
    payment.disputes.push({
      ...{ id: sandboxId("dp_"), amount, fee: DISPUTE_FEE, at: this.now() },
      status: "needs_response",
    });
    this.#options.happened(payment, "disputed");
  }

  closeDispute(payment: BookedPayment, status: "won" | "lost"): void {
    const dispute = payment.disputes.find((one) => one.status === "needs_response");
    if (dispute === undefined) return;
    dispute.status = status;
    this.#options.happened(payment, "dispute_closed");
  }

  /** Runs the events that are due. */
  tick(): void {
    const now = this.now();
    for (const payment of this.#payments.values()) {
      const isOver = payment.status === "open" && payment.expiresAt <= now;
      if (isOver || (payment.status === "approved" && (payment.approved?.until ?? now) <= now))
        this.#become(payment, "expired");
    }
    for (const due of this.#due.filter(({ at }) => at <= now)) {
      this.#due.splice(this.#due.indexOf(due), 1);
      due.come();
    }
  }

  #later(ms: number, come: () => void): void {
    this.#due.push({ at: this.now() + ms, come });
  }

  #receive(payment: BookedPayment, amount: Minor): void {
    payment.received += amount;
    const { share, each } = FEES[payment.provider];
    payment.fee += shareRoundedUp(amount, share) + each;
    const isShort = payment.status === "expired" || payment.received < payment.amount;
    if (isShort && WAITS_FOR_ALL.has(payment.provider)) this.#options.happened(payment, "paid");
    else this.#become(payment, "paid");
  }

  #become(payment: BookedPayment, status: Exclude<BookedPayment["status"], "open">): void {
    payment.status = status;
    this.#options.happened(payment, status);
  }
}

/** The refunded part of a payment. */
export const refundedOf = ({ refunds }: BookedPayment): Minor =>
  refunds.reduce((all, { amount, status }) => (status === "succeeded" ? all + amount : all), 0n);

const AMOUNTS: Readonly<Partial<Record<CheckoutAction, (amount: Minor) => Minor>>> = {
  "too-little": (amount) => (amount > OFF_BY ? amount - OFF_BY : (amount + 1n) / 2n),
  "too-much": (amount) => amount + OFF_BY,
  twice: (amount) => 2n * amount,
};
