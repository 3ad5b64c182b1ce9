import { inventory } from "#service/features/inventory/feature.ts";
import { payments } from "#service/features/payments/feature.ts";
import type { Core } from "#service/http/deps.ts";
import { LookingJob } from "#service/looking-job.ts";
import { PURPOSE, purchasePage } from "./purpose.ts";
import { hearOfTrades } from "./trades.ts";
import { PurchaseWorker } from "./worker.ts";

/** Interval of the worker, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface PurchaseServices {
  readonly worker: PurchaseWorker;
  readonly bringingOn: LookingJob;
}

/** Makes the worker of purchases, which observes their payments. */
export function createPurchases(core: Core): PurchaseServices {
  const { desk } = payments.of(core);
  const worker = new PurchaseWorker(core, desk);
  inventory.of(core).hearers.push((playerId, look) => hearOfTrades(playerId, look, core));
  desk.declare(PURPOSE, {
    hears: (observation) => worker.observe(observation),
    page: purchasePage,
    booked: (purchaseId) => worker.booked(purchaseId),
  });
  const { scheduler, onTrouble } = core;
  const bringingOn = new LookingJob({
    ...{ scheduler, onTrouble, everyMs: LOOK_EVERY_MS, trouble: "purchases could not be processed" },
    look: () => worker.look(),
  });
  return { worker, bringingOn };
}
