import { z } from "zod";
import { carriedReceiptSchema } from "#domain/ledger/transit/transit-events.ts";

/** Maximum receipts in one request, so that usual ones fit into a webhook's body. */
export const CARRIED_MAX = 32;
/** Where other logs carry departures to, below `/api`. */
export const ARRIVALS_PATH = "/webhooks/transits";

/** Proved departures, on their way to their destination. */
export const carriedSchema = z.strictObject({
  receipts: z.array(carriedReceiptSchema).min(1).max(CARRIED_MAX),
});

/** Results in order: a receipt of arrival, or a problem; neither means arrived, but not provable yet. */
export const arrivalsSchema = z.strictObject({
  arrivals: z
    .array(
      z.strictObject({ receipt: carriedReceiptSchema.nullable(), problem: z.string().max(1_000).nullable() }),
    )
    .max(CARRIED_MAX),
});
export type ArrivalAnswer = z.infer<typeof arrivalsSchema>["arrivals"][number];
