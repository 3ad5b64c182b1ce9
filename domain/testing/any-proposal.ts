import fc from "fast-check";
import {
  type KeptAct,
  proposalConfirmed,
  proposalMade,
  proposalWithdrawn,
} from "../features/proposals/events.ts";
import { acts as allActs } from "../features/registry.ts";
import { ROLES } from "../features/roles/rules.ts";
import type { NewEvent } from "../kernel/events/event.ts";

const id = fc.stringMatching(/^[a-z0-9_]{1,24}$/);
const reason = fc.stringMatching(/^[ -~]{1,40}$/);
const amount = fc.bigInt({ min: 1n, max: 10n ** 8n }).map(String);
const acts: fc.Arbitrary<KeptAct> = fc.oneof(
  fc.record({
    kind: fc.constant("grant_role" as const),
    playerId: id,
    role: fc.constantFrom(...ROLES),
  }),
  fc.record({ kind: fc.constant("lift_suspension" as const), playerId: id }),
  fc.record({
    kind: fc.constant("change_settings" as const),
    values: fc.constant({ roleHours: null }),
    before: fc.constant({ roleHours: "48" }),
  }),
  fc.record({
    kind: fc.constantFrom("override_value" as const, "lift_override" as const),
    assetId: fc.integer({ min: 1 }),
    value: amount,
    before: amount,
  }),
  fc.record({ kind: fc.constant("resume_stakes" as const), since: fc.nat(), halt: reason }),
  fc.record({
    kind: fc.constant("write_off_debt" as const),
    depositId: id,
    playerId: id,
    asset: fc.constantFrom("RBX" as const, "TIX" as const),
    owed: amount,
  }),
);
const kind = fc.constantFrom(...Object.values(allActs).map((act) => act.kind));
const endings = fc.record({ proposalId: id, kind, by: id });

/** Every event of proposals that a decision can find, by type. */
export const proposalEvents: { readonly [type: string]: fc.Arbitrary<NewEvent> } = {
  ProposalMade: fc
    .record({ by: id, reason, proposalId: id, expiresAt: fc.nat(), act: acts })
    .map((made) => proposalMade(made)),
  ProposalConfirmed: endings.map((ended) => proposalConfirmed(ended)),
  ProposalWithdrawn: endings.map((ended) => proposalWithdrawn(ended)),
};
