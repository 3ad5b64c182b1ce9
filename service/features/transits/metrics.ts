import { waitingDepartures } from "#projections/features/transits/transits.ts";
import type { Deps } from "#service/http/deps.ts";
import type { Metric } from "#service/http/metrics/metrics-text.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";

/** Transits under way to each other log, and the age of the oldest. */
export async function transitMetrics(deps: Deps): Promise<readonly Metric[]> {
  if (deps.config.logs === null) return [];
  const waiting = await waitingDepartures(modelsNow(deps, 0));
  const samples = (value: (one: (typeof waiting)[number]) => number) =>
    waiting.map((one) => ({ labels: { log: String(one.peer) }, value: value(one) }));
  return [
    {
      name: "florin_transits_under_way",
      type: "gauge",
      help: "Transits that left for a log and are not known to have arrived.",
      samples: samples(({ count }) => count),
    },
    {
      name: "florin_transits_oldest_seconds",
      type: "gauge",
      help: "How long the oldest of these is under way.",
      samples: samples(({ oldest }) => Math.max(0, (deps.now() - oldest) / 1_000)),
    },
  ];
}
