import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { TransitWay } from "#domain/features/transits/contract.ts";
import { houseItems } from "#projections/features/transits/house-items.ts";
import { peerBalances, transitsPage, waitingDepartures } from "#projections/features/transits/transits.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { Env } from "#service/http/access/caller.ts";
import { peerRoute } from "#service/http/access/peer-route.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import type { TransitServices } from "./services.ts";
import { ARRIVALS_PATH, carriedSchema } from "./wire.ts";

/** Where other logs carry departures to, and the admins' list of transits and debts between logs. */
export function transitRoutes(app: Hono<Env>, deps: Deps & TransitServices): void {
  const { arrivals, writer } = deps;

  // A receipt proves itself; the secret spares the checks of anybody else's signatures.
  peerRoute(app, { deps, path: ARRIVALS_PATH, body: carriedSchema }, async ({ receipts }) => {
    if (arrivals === null) throw notFound();
    return { arrivals: await arrivals.take(receipts) };
  });

  route(app, { deps, endpoint: endpoints.houseItems }, async ({ models }) => ({
    items: await houseItems(models),
  }));

  route(app, { deps, endpoint: endpoints.transits }, async ({ query, models }) => {
    const [page, peers, waiting] = await Promise.all([
      transitsPage(models, query),
      peerBalances(models),
      waitingDepartures(models),
    ]);
    return { ...page, log: writer.logId, peers, ways: waysOf(deps, waiting) };
  });
}

/** The state of carrying to each configured log. */
function waysOf(
  { config, writer, courier }: Deps & TransitServices,
  waiting: Awaited<ReturnType<typeof waitingDepartures>>,
): TransitWay[] {
  const others = config.logs?.all.filter(({ id }) => id !== writer.logId) ?? [];
  return others.map(({ id }) => {
    const under = waiting.find(({ peer }) => peer === id);
    const tried = courier?.tried.get(id);
    return {
      log: id,
      underWay: under?.count ?? 0,
      oldestAt: under === undefined ? null : instantOf(under.oldest),
      triedAt: tried === undefined ? null : instantOf(tried.at),
      trouble: tried?.trouble ?? null,
    };
  });
}
