import { z } from "zod";
import { endpoint, instantText, position } from "../../kernel/contract.ts";
import { proposedSchema } from "../proposals/proposed.ts";
import { noteText } from "../roles/contract.ts";

/** Whether stakes are taken; what was found is for admins. */
export const stakesSchema = z.strictObject({ halted: z.boolean(), since: instantText.nullable() });

/** The newest nightly check: what it found, or null for a check that is still under way. */
const checkSchema = z.strictObject({
  /** The night, as the date in UTC on which it began. */
  night: z.iso.date(),
  beganAt: instantText,
  finishedAt: instantText.nullable(),
  /** How far the log was verified; null until it was. */
  position: position.nullable(),
  /** What is wrong, in one sentence; null when nothing is. */
  problem: z.string().nullable(),
});
export type NightlyCheck = z.infer<typeof checkSchema>;

export const adminStakesSchema = z.strictObject({
  ...stakesSchema.shape,
  reason: z.string().nullable(),
  lastCheck: checkSchema.nullable(),
});

export const haltEndpoints = {
  stakes: endpoint({
    method: "GET",
    path: "/stakes",
    summary: "Whether stakes are taken at the moment",
    access: "player",
    answers: { 200: stakesSchema },
  }),
  adminStakes: endpoint({
    method: "GET",
    path: "/admin/stakes",
    summary: "Whether stakes are taken, why not, and what the last nightly check found",
    access: "admin",
    answers: { 200: adminStakesSchema },
  }),
  resumeStakes: endpoint({
    method: "POST",
    path: "/admin/stakes/resume",
    summary: "Propose to take stakes again after a halt; a second admin confirms",
    access: "admin",
    isSensitive: true,
    body: z.strictObject({ reason: noteText }),
    answers: { 202: proposedSchema },
  }),
} as const;
