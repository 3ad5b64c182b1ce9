import { unmadeCounts } from "#projections/features/purchases/purchase-list.ts";
import type { Core } from "#service/http/deps.ts";
import { gauge, type Metric } from "#service/http/metrics/metrics-text.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";

/** Refunds that buyers wait for in vain. */
export async function refundMetrics(core: Pick<Core, "reads" | "writer">): Promise<readonly Metric[]> {
  const { refused, stuck } = await unmadeCounts(modelsNow(core));
  return [
    gauge(
      "florin_refunds_refused",
      "Refunds that a provider refused when it was asked last.",
      Number(refused),
    ),
    gauge("florin_refunds_stuck", "Refunds that are not asked for any more by themselves.", Number(stuck)),
  ];
}
