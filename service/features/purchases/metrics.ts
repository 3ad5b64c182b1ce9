import { STUCK_ASKS } from "#domain/features/purchases/rules.ts";
import { unmadeCounts } from "#projections/features/purchases/purchase-list.ts";
import type { Core } from "#service/http/deps.ts";
import { gauge, type Metric } from "#service/http/metrics/metrics-text.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";

/** Refunds requested without success. */
export async function refundMetrics(core: Pick<Core, "reads" | "writer">): Promise<readonly Metric[]> {
  const { refused, stuck } = await unmadeCounts(modelsNow(core));
  return [
    gauge(
      "florin_refunds_refused",
      "Refunds that a provider refused when it was asked last.",
      Number(refused),
    ),
    gauge(
      "florin_refunds_stuck",
      `Refunds that were asked for ${STUCK_ASKS} times in vain, or are not asked for any more by themselves.`,
      Number(stuck),
    ),
  ];
}

/** The number of stuck refunds, as a text for admins; null for none. */
export async function refundAlarm({ reads }: Pick<Core, "reads">): Promise<string | null> {
  const { stuck } = await unmadeCounts(reads);
  return stuck === 0n ? null : `Refunds that their providers do not make: ${stuck}`;
}
