import type { Minor } from "#domain/kernel/money.ts";
import type { ProviderName } from "./provider.ts";

/** A payout to request. Repeating an order pays once, for as long as the provider remembers it. */
export interface PayoutOrder {
  /** Our id, by which the provider recognises the payout. */
  readonly payoutId: string;
  /** The amount to arrive, in cents. */
  readonly amount: Minor;
  /** An email address. */
  readonly receiver: string;
}

/** The outcome of a payout: still open, paid, or why it failed. */
export type PayoutOutcome =
  | "waiting"
  | "paid"
  | "refused"
  | "denied"
  | "failed"
  | "blocked"
  | "returned"
  | "refunded"
  | "reversed";

/** A provider's current view of a payout; amounts in cents. */
export interface PayoutReading {
  readonly outcome: PayoutOutcome;
  /** The amount sent; null if none was. */
  readonly amount: Minor | null;
  /** The provider's fee. */
  readonly fee: Minor;
}

/** A provider of payouts. */
export interface PayoutProvider {
  readonly name: ProviderName;
  /** How long a repeated order is recognized, in milliseconds. */
  readonly remembersMs: number;
  /**
   * Requests a payout, or finds the one requested before.
   * @returns the provider's id of it
   * @throws ProviderTrouble `refused` only if nothing was paid, and never will be for this order
   */
  send(order: PayoutOrder): Promise<string>;
  /** @throws ProviderTrouble */
  read(reference: string, payoutId: string): Promise<PayoutReading>;
}
