import type { NewEvent, StreamName } from "../../kernel/event.ts";
import type { Currency } from "../../ledger/account.ts";
import type { Role } from "../roles/rules.ts";
import type { SettingValues } from "../settings/events.ts";
import type { ProposalKind } from "./rules.ts";

/** What is proposed, as data, with what it would change: the second admin sees what the first one saw. */
export type Act =
  | { readonly kind: "grant_role"; readonly playerId: string; readonly role: Role }
  | { readonly kind: "lift_suspension"; readonly playerId: string }
  | { readonly kind: "change_settings"; readonly values: SettingValues; readonly before: SettingValues }
  | {
      readonly kind: "override_value";
      readonly assetId: number;
      /** Minor units of RBX. */
      readonly value: string;
      /** What the item counted for. */
      readonly before: string;
    }
  | {
      readonly kind: "lift_override";
      readonly assetId: number;
      /** What the market said. */
      readonly value: string;
      readonly before: string;
    }
  | {
      readonly kind: "resume_stakes";
      /** When stakes were halted, in milliseconds, and why. */
      readonly since: number;
      readonly halt: string;
    }
  | {
      readonly kind: "write_off_debt";
      readonly depositId: string;
      readonly playerId: string;
      readonly asset: Currency;
      /** Minor units. */
      readonly owed: string;
    };

/** An admin proposed what needs two; nothing is changed by it. */
export type ProposalMade = NewEvent<
  "ProposalMade",
  {
    readonly proposalId: string;
    readonly by: string;
    readonly reason: string;
    /** Milliseconds. */
    readonly expiresAt: number;
    readonly act: Act;
  }
>;
/** Another admin confirmed it; what was proposed is the event that follows in the same command. */
export type ProposalConfirmed = NewEvent<
  "ProposalConfirmed",
  { readonly proposalId: string; readonly kind: ProposalKind; readonly by: string }
>;
/** Whoever proposed it took it back. */
export type ProposalWithdrawn = NewEvent<
  "ProposalWithdrawn",
  { readonly proposalId: string; readonly kind: ProposalKind; readonly by: string }
>;

export type ProposalEvent = ProposalMade | ProposalConfirmed | ProposalWithdrawn;

/** The one stream of all proposals: what is proposed already, and how much by whom, is decided on it. */
export const proposalStreamName: StreamName = "proposals:house";

/** What became of a proposal; it moves nothing. */
export const proposalEvent = <E extends ProposalEvent>(type: E["type"], payload: E["payload"]): NewEvent => ({
  type,
  schemaVersion: 1,
  stream: proposalStreamName,
  payload,
  postings: [],
});
