import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent } from "../../kernel/events/event-definition.ts";
import { adminAct, whole, withNote } from "../../kernel/events/payload.ts";
import type { JsonObject } from "../../kernel/json.ts";

/** A stored act: its kind, and its feature's data. */
export type KeptAct = JsonObject & { readonly kind: string };
const act: z.ZodType<KeptAct> = z.object({ kind: z.string() }).catchall(z.json());

/** The single stream of all proposals: duplicates and quotas are decided on it. */
export const proposalStreamName: StreamName = "proposals:house";

const ending = z.strictObject({ proposalId: z.string(), kind: z.string(), by: z.string() });
const live = { reviewers: ["reviews"] } as const;

/** An admin proposed what needs two; nothing is changed by it. */
export const proposalMade = defineEvent({
  type: "ProposalMade",
  payload: z.strictObject({
    proposalId: z.string(),
    ...adminAct,
    /** Milliseconds. */
    expiresAt: whole,
    act,
  }),
  record: (payload) => ({ streams: [proposalStreamName], payload }),
  live: { reviewers: ["reviews", "notifications"] },
  notify: {
    to: "admins",
    type: "system",
    link: "/admin/proposals",
    title: "Needs a second admin",
    message: ({ reason }) =>
      withNote("An admin proposed something that another admin has to confirm.", reason),
  },
  example: [
    {
      proposalId: "pr_1",
      by: "p_root",
      reason: "Dora helps from now on.",
      expiresAt: 1_767_355_200_000,
      act: { kind: "grant_role", playerId: "p_dora", role: "admin" },
    },
  ],
});
/** Another admin confirmed it; what was proposed is the event that follows in the same command. */
export const proposalConfirmed = defineEvent({
  type: "ProposalConfirmed",
  payload: ending,
  record: (payload) => ({ streams: [proposalStreamName], payload }),
  live,
  example: [{ proposalId: "pr_1", kind: "grant_role", by: "p_emil" }],
});
/** Its proposer took it back. */
export const proposalWithdrawn = defineEvent({
  type: "ProposalWithdrawn",
  payload: ending,
  record: (payload) => ({ streams: [proposalStreamName], payload }),
  live,
  example: [{ proposalId: "pr_1", kind: "grant_role", by: "p_root" }],
});

export const proposalEvents = [proposalMade, proposalConfirmed, proposalWithdrawn] as const;
export const isProposalEvent = anyOf(...proposalEvents);
