import { z } from "zod";
import { currency } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/event.ts";
import { anyOf, defineEvent, type Immutable } from "../../kernel/event-definition.ts";
import { adminAct, moneyMinorText, whole, withNote } from "../../kernel/payload.ts";
import { ROLES } from "../roles/rules.ts";
import { settingValuesSchema } from "../settings/events.ts";
import { PROPOSAL_KINDS } from "./rules.ts";

const act = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("grant_role"), playerId: z.string(), role: z.enum(ROLES) }),
  z.strictObject({ kind: z.literal("lift_suspension"), playerId: z.string() }),
  z.strictObject({
    kind: z.literal("change_settings"),
    values: settingValuesSchema,
    before: settingValuesSchema,
  }),
  z.strictObject({
    kind: z.literal("override_value"),
    assetId: whole,
    /** Minor units of RBX. */
    value: moneyMinorText,
    /** What the item counted for. */
    before: moneyMinorText,
  }),
  z.strictObject({
    kind: z.literal("lift_override"),
    assetId: whole,
    /** What the market said. */
    value: moneyMinorText,
    before: moneyMinorText,
  }),
  z.strictObject({
    kind: z.literal("resume_stakes"),
    /** When stakes were halted, in milliseconds, and why. */
    since: whole,
    halt: z.string(),
  }),
  z.strictObject({
    kind: z.literal("write_off_debt"),
    depositId: z.string(),
    playerId: z.string(),
    asset: currency,
    owed: moneyMinorText,
  }),
]);
/** What is proposed, as data, with what it would change: the second admin sees what the first one saw. */
export type Act = Immutable<z.infer<typeof act>>;

/** The one stream of all proposals: what is proposed already, and how much by whom, is decided on it. */
export const proposalStreamName: StreamName = "proposals:house";

const ending = z.strictObject({ proposalId: z.string(), kind: z.enum(PROPOSAL_KINDS), by: z.string() });
const live = { reviewers: ["reviews"] } as const;

/** An admin proposed what needs two; nothing is changed by it. */
export const proposalMade = defineEvent({
  type: "ProposalMade",
  version: 1,
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
    words: ({ reason }) => ({
      title: "Needs a second admin",
      message: withNote("An admin proposed what another one has to confirm.", reason),
    }),
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
  version: 1,
  payload: ending,
  record: (payload) => ({ streams: [proposalStreamName], payload }),
  live,
  example: [{ proposalId: "pr_1", kind: "grant_role", by: "p_emil" }],
});
/** Whoever proposed it took it back. */
export const proposalWithdrawn = defineEvent({
  type: "ProposalWithdrawn",
  version: 1,
  payload: ending,
  record: (payload) => ({ streams: [proposalStreamName], payload }),
  live,
  example: [{ proposalId: "pr_1", kind: "grant_role", by: "p_root" }],
});

export const proposalEvents = [proposalMade, proposalConfirmed, proposalWithdrawn] as const;
export const isProposalEvent = anyOf(...proposalEvents);
