import type { Copy } from "#domain/accounts/item.ts";
import { refusalOfLeaving } from "#domain/features/away-coinflips/leaving.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { readOfPurchase } from "#domain/features/purchases/purchase.ts";
import type { KeptCopy } from "#domain/features/transits/copies.ts";
import { areWithdrawalsOpen } from "#domain/features/withdrawals/settings.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { custodyProjection } from "#projections/features/deposits/custody.ts";
import { unsettledPurchasesOf } from "#projections/features/purchases/purchase-list.ts";
import { purchasesProjection } from "#projections/features/purchases/purchases.ts";
import { custodiesOf } from "#projections/features/transits/house-items.ts";
import type { LogView, Reads } from "#service/event-store/commands/submission.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import type { Core } from "#service/http/deps.ts";
import { isAtHead } from "#service/http/reads/models-now.ts";

/**
 * How long a look-up waits for the read models to reach the head, in milliseconds. An older answer would be useless.
 */
const FOUND_WITHIN_MS = 2_000;

/** Look-ups about copies that may leave for a game. They say which streams to read; the decision trusts only those. */
export interface LeavingHints {
  readonly kept: ReadonlyMap<Copy, KeptCopy>;
  /** Purchases of these copies whose sellers are not yet paid. */
  readonly purchases: readonly string[];
}
export const NOTHING_LEAVES: LeavingHints = { kept: new Map(), purchases: [] };

/** Looks up the custody and unsettled purchases of copies; null while the read models lag behind the head. */
export async function lookUpLeaving(
  copies: readonly Copy[],
  { reads }: Pick<Core, "reads">,
): Promise<LeavingHints | null> {
  if (copies.length === 0) return NOTHING_LEAVES;
  for (const model of [custodyProjection, purchasesProjection])
    if (!(await isAtHead(model, { reads, withinMs: FOUND_WITHIN_MS }))) return null;
  const [kept, purchases] = await Promise.all([
    custodiesOf(reads, copies),
    unsettledPurchasesOf(reads, copies),
  ]);
  return { kept: new Map(kept.map((one) => [one.copy, one])), purchases };
}

/** The streams that decide whether copies may leave. */
export const readsOfLeaving = ({ kept, purchases }: LeavingHints): Reads["streams"] => [
  readOfSettings,
  ...[...new Set([...kept.values()].map(({ depositId }) => depositId))].map(readOfDeposit),
  ...purchases.map(readOfPurchase),
];

/** Why the copies must not leave, as of the head; null if they may. */
export const barOfLeaving = (view: LogView, { purchases }: LeavingHints): Refusal | null =>
  refusalOfLeaving({
    isOpen: areWithdrawalsOpen(settingsIn(view)),
    purchases: purchases.map((id) => view.stream(readOfPurchase(id))),
  });
