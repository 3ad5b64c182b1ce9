import { payments } from "#service/features/payments/feature.ts";
import type { Core } from "#service/http/deps.ts";
import { createSealer } from "#service/keys/seal.ts";
import { LookingJob } from "#service/looking-job.ts";
import { Targets } from "./targets.ts";
import { CashoutWorker } from "./worker.ts";

/** Interval of the worker, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface CashoutServices {
  readonly targets: Targets;
  readonly paying: LookingJob;
}

/** Makes the worker of cash-outs and the store of their addresses. */
export function createCashouts(core: Core): CashoutServices {
  const { db, config, now, scheduler, onTrouble } = core;
  const { payouts } = payments.of(core);
  const targets = new Targets(db, createSealer({ keys: config.tokenKeys }), now);
  const worker = new CashoutWorker(core, payouts, targets);
  payouts.declare(worker);
  const paying = new LookingJob({
    ...{ scheduler, onTrouble, everyMs: LOOK_EVERY_MS, trouble: "cash-outs could not be processed" },
    look: () => worker.look(),
  });
  return { targets, paying };
}
