import { transitActs } from "#domain/features/transits/acts.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { custodiesOf } from "#projections/features/transits/house-items.ts";
import { defineServiceFeature, type WantedAct } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { transitMetrics } from "./metrics.ts";
import { transitRoutes } from "./routes.ts";
import { createTransitServices } from "./services.ts";

const { kind, act } = transitActs.sendCopy;

/** Hints for sending an item: its custody and serial. */
async function itemHints(
  { kind: wantedKind, ...wanted }: WantedAct,
  deps: Pick<Core, "reads" | "writer">,
): Promise<JsonObject> {
  if (wantedKind !== kind) return {};
  const [found] = await custodiesOf(modelsNow(deps), [act.parse(wanted).copy]);
  return found === undefined ? {} : { depositId: found.depositId, serial: found.serial };
}

export const transits = defineServiceFeature({
  name: "transits",
  create: createTransitServices,
  routes: transitRoutes,
  jobs: ({ courier }) => (courier === null ? [] : [courier]),
  appended: (events, { courier }) => courier?.appended(events),
  hints: itemHints,
  metrics: transitMetrics,
});
