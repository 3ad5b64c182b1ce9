import type { Minor } from "#domain/kernel/money.ts";
import type { ProviderName } from "./provider.ts";

/** Money that is to leave. The same order asked for again is the same payout, for as long as the provider remembers. */
export interface PayoutOrder {
  /** Ours: the provider knows the payout by it. */
  readonly payoutId: string;
  /** Cents that are to arrive. */
  readonly amount: Minor;
  /** An e-mail address. */
  readonly receiver: string;
}

/** Whether more may come of a payout, whether it was paid, or why it came to nothing. */
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

/** What a provider says of a payout now; amounts in cents. */
export interface PayoutReading {
  readonly outcome: PayoutOutcome;
  /** What was sent; null where nothing was. */
  readonly amount: Minor | null;
  /** What the provider keeps for it. */
  readonly fee: Minor;
}

/** A provider of payouts. */
export interface PayoutProvider {
  readonly name: ProviderName;
  /** How long a repeated order is not paid twice, in milliseconds. */
  readonly remembersMs: number;
  /**
   * Asks for a payout, or finds the one that was asked for before.
   * @returns what the provider calls it
   * @throws ProviderTrouble `refused` only where nothing was paid, and never will be for this order
   */
  send(order: PayoutOrder): Promise<string>;
  /** @throws ProviderTrouble */
  read(reference: string, payoutId: string): Promise<PayoutReading>;
}
