import { eventTypes, streamKinds } from "#domain/features/registry.ts";
import type { LogModel } from "#service/ledger/verifier/log-model.ts";
import { features } from "./all.ts";
import { only } from "./service-feature.ts";

/** What the log of this product may hold, and what its verifier checks beyond every log's own rules. */
export const logModel: LogModel = {
  eventTypes,
  streamKinds,
  trialBalanceOf: only(
    features.map(({ trialBalanceOf }) => trialBalanceOf),
    "the trial balance",
  ),
  checks: features.flatMap(({ check }) => check ?? []),
};
