import { z } from "zod";
import { instantText } from "../../kernel/contract.ts";
import { PROPOSAL_KINDS } from "./rules.ts";

export const PROPOSAL_STATUSES = ["proposed", "confirmed", "withdrawn", "lapsed"] as const;

export const proposalShape = {
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  status: z.enum(PROPOSAL_STATUSES),
  /** The id of the admin who proposed it. */
  by: z.string(),
  reason: z.string(),
  expiresAt: instantText,
};

/** The answer 202 of a call that needs a second admin: nothing is changed yet. */
export const proposedSchema = z.strictObject({ proposal: z.strictObject(proposalShape) });
export type Proposed = z.infer<typeof proposedSchema>;
