import { z } from "zod";
import { endpoint, instantText, position } from "../../kernel/contract.ts";
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

/** A verification that an admin started: how far it has come, or what it found. */
const verificationSchema = z.strictObject({
  startedAt: instantText,
  /** Who started it. */
  by: z.string(),
  /** How far the log was read, of how much. */
  position,
  goal: position,
  finishedAt: instantText.nullable(),
  /** Null while it is under way; `failed` says nothing about the log. */
  outcome: z.enum(["right", "wrong", "failed"]).nullable(),
  /** What is wrong, or why it failed. */
  problem: z.string().nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** Calls whose acts need two admins. */
export const haltActEndpoints = {
  resumeStakes: endpoint("POST /admin/stakes/resume", "admin", {
    summary: "Propose to resume stakes after a halt; a second admin confirms",
    isSensitive: true,
    body: z.strictObject({ reason: noteText }),
    answers: {},
  }),
} as const;

export const haltEndpoints = {
  verification: endpoint("GET /admin/verification", "admin", {
    summary: "The newest verification that an admin started in this process; null before the first",
    answers: { 200: z.strictObject({ newest: verificationSchema.nullable() }) },
  }),
  startVerification: endpoint("POST /admin/verification", "admin", {
    summary: "Verify the whole log in the background, one at a time; a problem halts stakes",
    body: z.strictObject({}),
    answers: { 202: z.strictObject({ newest: verificationSchema }) },
  }),
  haltStakes: endpoint("POST /admin/stakes/halt", "admin", {
    summary: "Stop all stakes until an admin lifts the halt",
    isSensitive: true,
    body: z.strictObject({ reason: noteText }),
    answers: { 200: z.strictObject({ halted: z.literal(true), position }) },
  }),
  stakes: endpoint("GET /stakes", "player", {
    summary: "Whether stakes are taken at the moment",
    answers: { 200: stakesSchema },
  }),
  adminStakes: endpoint("GET /admin/stakes", "admin", {
    summary: "Whether stakes are taken, why not, and what the last nightly check found",
    answers: { 200: adminStakesSchema },
  }),
} as const;
