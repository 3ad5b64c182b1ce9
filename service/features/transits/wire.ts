import { z } from "zod";
import { carriedReceiptSchema } from "#domain/ledger/transit/transit-events.ts";

/** How many receipts one request carries: as many as the body of a webhook may hold, each at its usual size. */
export const CARRIED_MAX = 32;
/** The endpoint that takes in departures from other logs, below `/api`. */
export const ARRIVALS_PATH = "/webhooks/transits";

/** Departures that are proved, on their way to the log that they left for. */
export const carriedSchema = z.strictObject({
  receipts: z.array(carriedReceiptSchema).min(1).max(CARRIED_MAX),
});

/** Results in order: a receipt of arrival or a refusal; neither means arrived but not provable yet. */
export const arrivalsSchema = z.strictObject({
  arrivals: z
    .array(
      z.strictObject({ receipt: carriedReceiptSchema.nullable(), problem: z.string().max(1_000).nullable() }),
    )
    .max(CARRIED_MAX),
});
export type ArrivalAnswer = z.infer<typeof arrivalsSchema>["arrivals"][number];
