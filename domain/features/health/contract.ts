import { z } from "zod";
import { endpoint, position } from "../../kernel/contract.ts";

export const healthSchema = z.strictObject({
  status: z.enum(["ok", "unhealthy"]),
  position,
  problem: z
    .string()
    .optional()
    .describe("Acknowledged events that the database has lost: this process has stopped writing."),
  alarm: z
    .string()
    .optional()
    .describe("Something an admin has to look at while the service goes on; the console has details."),
  projections: z.array(z.strictObject({ name: z.string(), position, lag: z.number().int().nonnegative() })),
});
export type Health = z.infer<typeof healthSchema>;

export const healthEndpoints = {
  health: endpoint("GET /health", "public", {
    summary: "Whether the log can be written and the projections follow it",
    answers: { 200: healthSchema, 503: healthSchema },
  }),
} as const;
