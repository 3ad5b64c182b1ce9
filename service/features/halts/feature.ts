import { stakesNow } from "#projections/features/halts/stakes.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { gauge, type Metric } from "#service/http/metrics/metrics-text.ts";
import { haltRoutes } from "./routes.ts";
import { createHaltServices } from "./services.ts";

/** Whether stakes are halted, and the newest nightly check's result. */
async function haltMetrics({ db, writer }: Pick<Core, "db" | "writer">): Promise<readonly Metric[]> {
  const { halted, lastCheck } = await stakesNow({ sql: db, logId: writer.logId });
  const finished = lastCheck?.finishedAt ?? null;
  return [
    gauge("florin_stakes_halted", "Whether stakes are halted.", Number(halted)),
    gauge(
      "florin_nightly_check_problem",
      "Whether the newest nightly check found something wrong.",
      Number((lastCheck?.problem ?? null) !== null),
    ),
    ...(finished === null
      ? []
      : [gauge("florin_nightly_check_timestamp_seconds", "When it ended.", Date.parse(finished) / 1_000)]),
  ];
}

export const halts = defineServiceFeature({
  name: "halts",
  create: createHaltServices,
  routes: haltRoutes,
  jobs: ({ nightly, verifications }, { config }) => [
    ...(config.checksNightly ? [nightly] : []),
    { stop: () => verifications.stop() },
  ],
  metrics: haltMetrics,
});
