import { house, isCurrency } from "../accounts/account.ts";
import { proposalStreamName } from "../features/proposals/events.ts";
import { proposalStreamKind } from "../features/proposals/proposals.ts";
import {
  confirmProposal,
  type ProposeContext,
  undertake,
  type Wanted,
  withdrawProposal,
} from "../features/proposals/propose.ts";
import { acts, settingDefinitions } from "../features/registry.ts";
import { actorIn } from "./deposits.ts";
import type { GivenLog } from "./given.ts";
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

/** An admin takes a proposal back. */
export const withdraws =
  (actorId: string, proposalId = "prop_1") =>
  (log: GivenLog) =>
    withdrawProposal({ actorId, proposalId }, groundIn(log));
