import type { EventTypes, StreamKind } from "#domain/kernel/events/stream-kind.ts";
import type { LeastHolding } from "#domain/ledger/account.ts";
import type { LogCheck } from "./log-check.ts";

/** What accounts hold of an asset, or of several together, added up by what the accounts are for. */
export interface AssetBalance {
  readonly asset: string;
  readonly parts: { readonly [part: string]: bigint };
  /** Always zero in a log that is right. */
  readonly sum: bigint;
}

/** One holding, as a trial balance adds it up. */
export interface HeldAmount {
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** What a product's log may hold. */
export interface LogModel {
  readonly eventTypes: EventTypes;
  readonly leastHolding: LeastHolding;
  readonly streamKinds: readonly StreamKind<unknown>[];
  trialBalanceOf(holdings: Iterable<HeldAmount>): readonly AssetBalance[];
  /** Each after those whose passes it uses. */
  readonly checks: readonly LogCheck[];
}
