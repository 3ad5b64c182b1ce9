import { house, isCurrency } from "../accounts/account.ts";
import { depositStreamKind } from "../features/deposits/deposit.ts";
import { depositStream } from "../features/deposits/events.ts";
import { haltStreamName } from "../features/halts/events.ts";
import { haltStreamKind } from "../features/halts/halt.ts";
import { catalogueStreamKind } from "../features/limiteds/catalogue.ts";
import { catalogueStream } from "../features/limiteds/events.ts";
import type { Wanted } from "../features/proposals/acts.ts";
import { proposalStreamName } from "../features/proposals/events.ts";
import { proposalStreamKind } from "../features/proposals/proposals.ts";
import {
  confirmProposal,
  type ProposeContext,
  undertake,
  withdrawProposal,
} from "../features/proposals/propose.ts";
import { settingDefinitions } from "../features/registry.ts";
import { actorIn } from "./deposits.ts";
import type { GivenLog } from "./given.ts";
import { bankIn } from "./players.ts";
import { settingsIn } from "./settings.ts";

const groundIn = (log: GivenLog): ProposeContext => ({
  at: log.at,
  actorOf: (playerId) => actorIn(log, playerId),
  settings: settingsIn(log),
  definitions: settingDefinitions,
  catalogue: () => log.stream(catalogueStreamKind, catalogueStream),
  stakes: () => log.stream(haltStreamKind, haltStreamName),
  holding: (account, asset) =>
    account === house && isCurrency(asset) ? bankIn(log, asset) : log.holding(account, asset),
  depositOf: (depositId) => log.stream(depositStreamKind, depositStream(depositId)),
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
