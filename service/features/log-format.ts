import { eventTypes } from "#domain/features/registry.ts";
import { formatCheck } from "#service/ledger/verifier/checks/format-check.ts";

/** Tells the checks of features in which format a log is at each event. */
export const logFormat = formatCheck(eventTypes);
