import type { EventTypes, StreamKind } from "#domain/kernel/events/stream-kind.ts";
import type { LeastHolding } from "#domain/ledger/account.ts";
import type { LogCheck } from "./log-check.ts";

/** The holdings of one or several assets, summed by the purpose of the accounts. */
export interface AssetBalance {
  readonly asset: string;
  readonly parts: { readonly [part: string]: bigint };
  /** Zero in a correct log. */
  readonly sum: bigint;
}

/** One holding in a trial balance. */
export interface HeldAmount {
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** The event types, streams and checks of a product's log. */
export interface LogModel {
  readonly eventTypes: EventTypes;
  readonly leastHolding: LeastHolding;
  readonly streamKinds: readonly StreamKind<unknown>[];
  trialBalanceOf(holdings: Iterable<HeldAmount>): readonly AssetBalance[];
  /** In order: a check comes after those whose passes it uses. */
  readonly checks: readonly LogCheck[];
}
