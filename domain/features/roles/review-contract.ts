import { z } from "zod";
import { instantText } from "../../kernel/contract.ts";
import { adminPlayerSchema, idText, noteText } from "./contract.ts";

/** How far the review of something has come, as reviewers see it beside the thing itself. */
export const reviewFields = {
  player: adminPlayerSchema,
  claim: z.strictObject({ by: adminPlayerSchema, until: instantText }).nullable(),
  approvals: z.number().int(),
  /** Who approved it first, where it needs two. */
  firstApprovedBy: adminPlayerSchema.nullable(),
  /** Why the caller cannot give the second approval; null where they can, or where none is needed. */
  secondBar: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
  /** Who approved or rejected it last. */
  reviewedBy: adminPlayerSchema.nullable(),
} as const;

/** What calls of a review declare beside their summaries. @param approved how it stands once it is approved */
export function reviewCalls<const S extends string>(approved: S) {
  const answer = z.strictObject({
    id: z.string(),
    status: z.enum(["pending", approved, "rejected"]),
    approvals: z.number().int(),
  });
  const call = { params: z.strictObject({ id: idText }), body: z.strictObject({}) } as const;
  return {
    /** Takes it for review, alone for a while. */
    claim: { ...call, answers: { 200: answer.extend({ until: instantText }) } },
    approve: { ...call, isSensitive: true, answers: { 200: answer } },
    reject: { ...call, body: z.strictObject({ note: noteText }), answers: { 200: answer } },
  } as const;
}
