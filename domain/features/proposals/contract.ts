import { z } from "zod";
import { endpoint, instantText, listQuery, moneyText, page, position } from "../../kernel/contract.ts";
import { adminPlayerSchema, idText } from "../roles/contract.ts";
import { ROLES } from "../roles/rules.ts";
import { PROPOSAL_STATUSES, proposalShape } from "./proposed.ts";

const item = {
  assetId: z.number().int().positive(),
  item: z.string().nullable(),
  from: moneyText,
  to: moneyText,
};
const settingValue = z.union([moneyText, z.number().int()]);

/** What is proposed, in words of the API: money with two decimals, people by name. */
const actSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("grant_role"), player: adminPlayerSchema, role: z.enum(ROLES) }),
  z.strictObject({ kind: z.literal("lift_suspension"), player: adminPlayerSchema }),
  z.strictObject({
    kind: z.literal("change_settings"),
    changes: z.array(z.strictObject({ name: z.string(), from: settingValue, to: settingValue })),
  }),
  z.strictObject({ kind: z.literal("override_value"), ...item }),
  z.strictObject({ kind: z.literal("lift_override"), ...item }),
  z.strictObject({ kind: z.literal("resume_stakes"), since: instantText, halt: z.string() }),
  z.strictObject({
    kind: z.literal("write_off_debt"),
    depositId: z.string(),
    player: adminPlayerSchema,
    owed: moneyText,
    asset: z.enum(["RBX", "TIX"]),
  }),
]);
export type ProposedAct = z.infer<typeof actSchema>;

/** Why somebody cannot do something, as the call would answer. */
const barSchema = z.strictObject({ code: z.string(), detail: z.string() });

export const proposalSchema = z.strictObject({
  ...proposalShape,
  position,
  createdAt: instantText,
  proposer: adminPlayerSchema,
  act: actSchema,
  /** Who confirmed or withdrew it, and when. */
  endedBy: adminPlayerSchema.nullable(),
  endedAt: instantText.nullable(),
  /** Why whoever asks cannot confirm it; null where they can. */
  bar: barSchema.nullable(),
});
export type Proposal = z.infer<typeof proposalSchema>;

const params = z.strictObject({ id: idText });
const ended = z.strictObject({ id: z.string(), status: z.enum(["confirmed", "withdrawn"]), position });

export const proposalEndpoints = {
  proposals: endpoint({
    method: "GET",
    path: "/admin/proposals",
    summary: "What admins proposed that needs a second one, the newest first",
    access: "admin",
    exports: true,
    query: listQuery.extend({ status: z.enum(PROPOSAL_STATUSES).optional() }),
    answers: { 200: page(proposalSchema) },
  }),
  confirmProposal: endpoint({
    method: "POST",
    path: "/admin/proposals/{id}/confirm",
    summary: "Do what another admin proposed",
    access: "admin",
    isSensitive: true,
    params,
    body: z.strictObject({}),
    answers: { 200: ended },
  }),
  withdrawProposal: endpoint({
    method: "POST",
    path: "/admin/proposals/{id}/withdraw",
    summary: "Take an own proposal back",
    access: "admin",
    params,
    body: z.strictObject({}),
    answers: { 200: ended },
  }),
} as const;
