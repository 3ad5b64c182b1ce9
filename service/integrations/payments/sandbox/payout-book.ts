import type { Minor } from "#domain/kernel/money.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { sandboxId } from "./book.ts";

/** Most payouts kept; the oldest are dropped first. */
const PAYOUTS_MAX = 5_000;
/** Duration of a payout, and how long it waits for a recipient without an account, in milliseconds. */
const TAKES_MS = 2_000;
const UNCLAIMED_MS = 30 * DAY_MS;
/** How long a repeated batch is refused, in milliseconds. */
const BATCH_KNOWN_MS = 30 * DAY_MS;
/** The provider's fee for each payout sent. */
export const PAYOUT_FEE: Minor = 25n;

export const PAYOUT_STATUSES = [
  "PENDING",
  "SUCCESS",
  "UNCLAIMED",
  "ONHOLD",
  "FAILED",
  "BLOCKED",
  "DENIED",
  "RETURNED",
  "REFUNDED",
  "REVERSED",
] as const;
type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A payout at the simulated provider. */
export interface BookedPayout {
  /** Our id, and the name of its batch. */
  readonly payoutId: string;
  readonly batchId: string;
  readonly receiver: string;
  readonly amount: Minor;
  readonly createdAt: number;
  status: PayoutStatus;
  /** The time from which it is unclaimed. */
  since: number;
}

/** A payout's outcome, by the beginning of its address. */
const FATES: Readonly<Record<string, PayoutStatus>> = {
  fail: "FAILED",
  block: "BLOCKED",
  deny: "DENIED",
  unclaimed: "UNCLAIMED",
  hold: "ONHOLD",
};

/** Payouts of the sandbox. */
export class PayoutBook {
  readonly #now: () => number;
  readonly #payouts: BookedPayout[] = [];
  /** Whether the account is empty. */
  isEmpty = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The newest first. */
  all(): BookedPayout[] {
    this.#tick();
    return this.#payouts.toReversed();
  }

  find(batchId: string): BookedPayout | null {
    this.#tick();
    return this.#payouts.find((one) => one.batchId === batchId) ?? null;
  }

  /** An earlier batch of the same name, if still remembered. */
  known(payoutId: string): BookedPayout | null {
    const from = this.#now() - BATCH_KNOWN_MS;
    return this.#payouts.find((one) => one.payoutId === payoutId && one.createdAt > from) ?? null;
  }

  add(asked: Pick<BookedPayout, "payoutId" | "receiver" | "amount">): BookedPayout {
    const now = this.#now();
    const batchId = sandboxId("B").slice(0, 17).toUpperCase();
    const payout: BookedPayout = { ...asked, batchId, createdAt: now, status: "PENDING", since: now };
    this.#payouts.push(payout);
    if (this.#payouts.length > PAYOUTS_MAX) this.#payouts.shift();
    return payout;
  }

  /** Sets a payout's outcome by hand. */
  become(payoutId: string, status: PayoutStatus): void {
    for (const payout of this.#payouts) if (payout.payoutId === payoutId) this.#become(payout, status);
  }

  /** The total sent so far, including the provider's fees. */
  gone(): Minor {
    const left = this.all().map(({ status, amount }) =>
      status === "SUCCESS" || status === "UNCLAIMED"
        ? amount + PAYOUT_FEE
        : status === "REVERSED" || status === "REFUNDED"
          ? PAYOUT_FEE
          : 0n,
    );
    return left.reduce((all, one) => all + one, 0n);
  }

  #tick(): void {
    const now = this.#now();
    for (const payout of this.#payouts) {
      if (payout.status === "PENDING" && payout.createdAt + TAKES_MS <= now)
        this.#become(payout, fateOf(payout.receiver), payout.createdAt + TAKES_MS);
      if (payout.status === "UNCLAIMED" && payout.since + UNCLAIMED_MS <= now)
        this.#become(payout, "RETURNED");
    }
  }

  #become(payout: BookedPayout, status: PayoutStatus, at = this.#now()): void {
    payout.status = status;
    payout.since = at;
  }
}

const fateOf = (receiver: string): PayoutStatus =>
  Object.entries(FATES).find(([begins]) => receiver.startsWith(begins))?.[1] ?? "SUCCESS";
