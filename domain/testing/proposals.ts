import { house, isCurrency } from "../accounts/account.ts";
import {
  type KeptAct,
  proposalConfirmed,
  proposalMade,
  proposalStreamName,
} from "../features/proposals/events.ts";
import { proposalStreamKind } from "../features/proposals/proposals.ts";
import {
  confirmProposal,
  type ProposeContext,
  undertake,
  type Wanted,
  withdrawProposal,
} from "../features/proposals/propose.ts";
import { PROPOSAL_MS } from "../features/proposals/rules.ts";
import { acts, settingDefinitions } from "../features/registry.ts";
import type { ActDefinition, ActNames } from "../features/roles/act.ts";
import type { NewEvent } from "../kernel/events/event.ts";
import { invariant } from "../kernel/invariant.ts";
import { actorIn } from "./deposits.ts";
import { type GivenLog, NOON } from "./given.ts";
import { bankIn } from "./players.ts";
import { settingsIn } from "./settings.ts";

const groundIn = (log: GivenLog): ProposeContext => ({
  at: log.at,
  actorOf: (playerId) => actorIn(log, playerId),
  settings: settingsIn(log),
  definitions: settingDefinitions,
  logs: { here: 1, peers: new Set([1, 2]) },
  holding: (account, asset) =>
    account === house && isCurrency(asset) ? bankIn(log, asset) : log.holding(account, asset),
  stream: ({ kind, name }) => log.stream(kind, name),
  acts: Object.values(acts),
  proposals: log.stream(proposalStreamKind, proposalStreamName),
});

/** An admin wants something, which is done or proposed. */
export const wants =
  (actorId: string, wanted: Wanted, proposalId = "prop_1") =>
  (log: GivenLog) =>
    undertake({ actorId, reason: "Because", wanted, proposalId }, groundIn(log));

/** An admin confirms a proposal. */
export const confirms =
  (actorId: string, proposalId = "prop_1") =>
  (log: GivenLog) =>
    confirmProposal({ actorId, proposalId }, groundIn(log));

/** The events of a proposal and its confirmation, before the event that carries it out. */
export function agreed(
  act: KeptAct,
  { by, confirmedBy, reason }: { readonly by: string; readonly confirmedBy: string; readonly reason: string },
  proposalId = "prop_1",
): readonly NewEvent[] {
  return [
    proposalMade({ proposalId, by, reason, expiresAt: NOON + PROPOSAL_MS, act }),
    proposalConfirmed({ proposalId, kind: act.kind, by: confirmedBy }),
  ];
}

/** An admin takes a proposal back. */
export const withdraws =
  (actorId: string, proposalId = "prop_1") =>
  (log: GivenLog) =>
    withdrawProposal({ actorId, proposalId }, groundIn(log));

const allActs: readonly ActDefinition[] = Object.values(acts);
/** Only the hat of the examples has a name. */
const NAMES: ActNames = {
  person: (id) => ({ id, username: `name of ${id}`, profileImageUrl: null }),
  item: (assetId) => (assetId === 101 ? "Hat" : null),
  definitions: settingDefinitions,
};
/** A player as an act shows them. */
export const shownPerson = NAMES.person;

/** What the second admin sees of an act in the log. */
export function shownOf({ kind, ...data }: KeptAct): object {
  const definition = allActs.find((one) => one.kind === kind);
  invariant(definition !== undefined, "a feature declares the act");
  return definition.shown.parse({ kind, ...definition.show(definition.act.parse(data), NAMES) });
}

/** What the second admin sees when an admin wants something. */
export function proposedBy(actorId: string, wanted: Wanted, log: GivenLog): object {
  const decision = wants(actorId, wanted)(log);
  invariant("events" in decision, "it can be proposed");
  const made = decision.events.find(proposalMade.is);
  invariant(made !== undefined, "it needs a second admin");
  return shownOf(made.payload.act);
}
