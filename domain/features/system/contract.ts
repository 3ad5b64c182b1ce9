import { z } from "zod";
import { endpoint, instantText, position, wholeListQuery } from "../../kernel/contract.ts";
import { adminStakesSchema } from "../halts/contract.ts";
import { headSchema } from "../ledger/contract.ts";
import { noteText, reasonedAct } from "../roles/contract.ts";

/** A rebuild that is done: what it came to. */
const rebuiltSchema = z.strictObject({
  startedAt: instantText,
  finishedAt: instantText,
  by: z.string(),
  outcome: z.enum(["same", "different", "failed"]),
  /** Where both were compared; null when it failed. */
  position: position.nullable(),
  rows: z.number().int().nullable(),
  /** Digests of what answered before and of what was built; the first is null where there was nothing to compare. */
  live: z.string().nullable(),
  rebuilt: z.string().nullable(),
});
export type Rebuilt = z.infer<typeof rebuiltSchema>;

export const projectionStateSchema = z.strictObject({
  name: z.string(),
  version: z.number().int(),
  position,
  lag: position,
  /** How long it has had something to do without doing it. */
  waitedMs: z.number().int(),
  error: z.string().nullable(),
  /** How far a rebuild of it has come, whichever process does it; null without one. */
  rebuild: z.strictObject({ position, goal: position }).nullable(),
  /** The newest rebuild that this process has done since it started. */
  lastRebuild: rebuiltSchema.nullable(),
});
export type ProjectionState = z.infer<typeof projectionStateSchema>;

/** The contract asks for no body at these acts; the log says that no reason was given. */
const optionalReason = z.strictObject({ reason: noteText.default("No reason given.") });

export const systemEndpoints = {
  projections: endpoint("GET /admin/projections", "admin", {
    summary:
      "Every read model's position, rebuilds with their progress, the newest signed head and the newest check",
    exports: true,
    query: wholeListQuery,
    answers: {
      200: z.strictObject({
        position,
        items: z.array(projectionStateSchema),
        next: z.null(),
        /** The newest block whose head was signed; null before the first. */
        signedHead: headSchema.nullable(),
        /** Why this process could not write the newest signed head where heads are kept; null if it could. */
        headsTrouble: z.string().nullable(),
        /** What the newest nightly check of the books found; null before the first. */
        lastCheck: adminStakesSchema.shape.lastCheck,
      }),
    },
  }),
  rebuildProjection: endpoint("POST /admin/projections/{name}/rebuild", "admin", {
    summary: "Rebuild a read model from the log beside the live one, then replace it",
    isSensitive: true,
    params: z.strictObject({
      name: z.string().regex(/^[a-z][a-z-]{0,47}$/, "Must be the name of a read model"),
    }),
    body: optionalReason,
    answers: { 202: z.strictObject({ name: z.string(), position }) },
  }),
  endSessions: endpoint("DELETE /admin/players/{id}/sessions", "admin", {
    ...reasonedAct,
    body: optionalReason,
    summary: "Sign a player out everywhere",
    answers: { 200: z.strictObject({ playerId: z.string(), ended: z.number().int().nonnegative() }) },
  }),
} as const;
