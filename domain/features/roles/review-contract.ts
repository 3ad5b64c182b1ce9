import { z } from "zod";
import { instantText } from "../../kernel/contract.ts";
import { adminPlayerSchema } from "./contract.ts";

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

/** What acts of a review answer. @param approved how it stands once it is approved */
export const reviewAnswer = <const S extends string>(approved: S) =>
  z.strictObject({
    id: z.string(),
    status: z.enum(["pending", approved, "rejected"]),
    approvals: z.number().int(),
  });
