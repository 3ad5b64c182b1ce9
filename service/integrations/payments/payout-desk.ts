import type { Database } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import { type Difference, type Moves, movesDiffering } from "./differences.ts";
import type { PayoutOrder, PayoutProvider, PayoutReading } from "./payout-provider.ts";
import {
  endTurn,
  keepPayout,
  keepReference,
  nextLook,
  payoutSoon,
  payoutsSince,
  type TakenPayout,
  takePayouts,
} from "./payouts.ts";
import { type ProviderName, ProviderTrouble } from "./provider.ts";

/** Payouts handled at once. */
const AT_ONCE_MAX = 10;
/** Delay before a payout that could not be requested, read or booked is tried again, in milliseconds. */
const FAILED_PAUSE_MS = 60_000;

/** A provider's report of a payout. @property reference null if the provider took nothing */
export interface PayoutObservation extends PayoutReading {
  readonly payoutId: string;
  readonly provider: ProviderName;
  readonly reference: string | null;
}

/** A purpose of payouts. */
export interface PayoutPurpose {
  /** The order of a payout; null when it is no longer known. */
  orderOf(payoutId: string): Promise<PayoutOrder | null>;
  /** Handles a reading; the same one may arrive again. */
  observe(observation: PayoutObservation): Promise<void>;
  /** The totals of a payout in the log. */
  booked(payoutId: string): Promise<Moves>;
}

export interface PayoutDeskOptions {
  readonly db: Database;
  /** The payout provider; null without one. */
  readonly provider: PayoutProvider | null;
  readonly now: () => number;
  readonly onTrouble: (what: string, error: Error) => void;
}

/**
 * Requests payouts from providers, each once, and reads them until their outcome is final. After a crash, the next
 * process repeats the request under the same id, and the provider answers with the existing payout.
 */
export class PayoutDesk {
  readonly #options: PayoutDeskOptions;
  #purpose: PayoutPurpose | null = null;

  constructor(options: PayoutDeskOptions) {
    this.#options = options;
  }

  /** Registers the purpose that handles its payouts. */
  declare(purpose: PayoutPurpose): void {
    this.#purpose = purpose;
  }

  /** The payout provider; null without one. */
  providerName(): ProviderName | null {
    return this.#options.provider?.name ?? null;
  }

  /** Starts a payout that was decided on. Idempotent. @param begunAt milliseconds */
  async begin(payoutId: string, begunAt: number): Promise<void> {
    const { db, now } = this.#options;
    await keepPayout(db, { payoutId, begunAt, at: now() });
  }

  /** Handles every due payout. */
  async look(): Promise<void> {
    const { db, now } = this.#options;
    for (;;) {
      const taken = await takePayouts(db, { at: now(), max: AT_ONCE_MAX });
      if (taken.length === 0) return;
      await Promise.all(taken.map((payout) => this.#bringOn(payout)));
    }
  }

  /** Handles some payouts now, due or not. */
  async readAgain(payoutIds: readonly string[]): Promise<void> {
    for (const payoutId of payoutIds) await payoutSoon(this.#options.db, payoutId, this.#options.now());
    await this.look();
  }

  /** Differences between the log and the provider in payouts decided on since an instant. */
  async differences(since: number): Promise<readonly Difference[]> {
    const { db, provider } = this.#options;
    const found: Difference[] = [];
    if (provider === null || this.#purpose === null) return found;
    for (const { payoutId, reference } of await payoutsSince(db, since)) {
      const theirs = movesOf(await provider.read(reference, payoutId));
      const about = { reference, paymentId: payoutId };
      found.push(...movesDiffering(about, await this.#purpose.booked(payoutId), theirs));
    }
    return found;
  }

  async #bringOn(payout: TakenPayout): Promise<void> {
    const { db, now, onTrouble } = this.#options;
    let [due, trouble]: [number | null, string | null] = [now() + FAILED_PAUSE_MS, null];
    try {
      const { outcome } = await this.#observed(payout);
      due = nextLook(payout, outcome, now());
    } catch (error) {
      trouble =
        error instanceof ProviderTrouble ? error.message : "what the provider said could not be booked";
      onTrouble(`the payout ${payout.payoutId} could not be processed`, asError(error));
    }
    await endTurn(db, payout, { due, trouble });
  }

  async #observed(payout: TakenPayout): Promise<PayoutReading> {
    const { provider } = this.#options;
    if (provider === null) throw new ProviderTrouble("away", "nobody pays out any more");
    const { payoutId } = payout;
    const reference = payout.reference ?? (await this.#sent(payout, provider));
    const reading: PayoutReading =
      reference === null
        ? { outcome: "refused", amount: null, fee: 0n }
        : await provider.read(reference, payoutId);
    await this.#purpose?.observe({ ...reading, payoutId, provider: provider.name, reference });
    return reading;
  }

  /** Requests a payout, or finds it. @returns null if it was refused permanently */
  async #sent({ payoutId, begunAt }: TakenPayout, provider: PayoutProvider): Promise<string | null> {
    const { db, now } = this.#options;
    if (now() > begunAt + provider.remembersMs) {
      const what = "asked for too long ago to be asked for again: look for it at the provider by its id";
      throw new ProviderTrouble("strange", what);
    }
    const order = await this.#purpose?.orderOf(payoutId);
    if (!order) throw new ProviderTrouble("strange", "the address of this payout is not known any more");
    try {
      const reference = await provider.send(order);
      await keepReference(db, payoutId, reference);
      return reference;
    } catch (error) {
      if (error instanceof ProviderTrouble && error.kind === "refused") return null;
      throw error;
    }
  }
}

/** The amount sent; a pending payout may still fail. */
const movesOf = ({ outcome, amount, fee }: PayoutReading): Moves =>
  outcome === "waiting" ? {} : { payout: outcome === "paid" ? (amount ?? 0n) : 0n, fee };
