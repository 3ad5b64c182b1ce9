import { depositStreamKind } from "#domain/features/deposits/deposit.ts";
import { depositStream } from "#domain/features/deposits/events.ts";
import { haltStreamName } from "#domain/features/halts/events.ts";
import { haltStreamKind } from "#domain/features/halts/halt.ts";
import { catalogueStreamKind } from "#domain/features/limiteds/catalogue.ts";
import { catalogueStream } from "#domain/features/limiteds/events.ts";
import type { ActAnswers, Wanted } from "#domain/features/proposals/acts.ts";
import { type Act, proposalStreamName } from "#domain/features/proposals/events.ts";
import { proposalStreamKind } from "#domain/features/proposals/proposals.ts";
import {
  confirmProposal,
  type OnProposal,
  type ProposeContext,
  type ProposedAnswer,
  undertake,
  withdrawProposal,
} from "#domain/features/proposals/propose.ts";
import type { ProposalKind } from "#domain/features/proposals/rules.ts";
import type { SettingDefinition } from "#domain/kernel/setting.ts";
import type { CommandOrigin } from "#service/event-store/command-origin.ts";
import type { LogView, StreamRead, Submission } from "#service/event-store/submission.ts";
import { actorIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, readsOfChange, settingsIn } from "#service/features/settings/settings-command.ts";

/** Who acts, and what is known of admins and settings besides the log. */
export interface ProposalRequest {
  readonly actorId: string;
  /** The players whom the service's settings name as admins. */
  readonly listed: ReadonlySet<string>;
  /** Every setting, with the default that the service was started with. */
  readonly definitions: readonly SettingDefinition[];
}

const readOfProposals: StreamRead = { kind: proposalStreamKind, name: proposalStreamName };

/** What an act reads besides proposals, settings and whoever acts. */
function readsOf(act: Wanted | Act): readonly StreamRead[] {
  switch (act.kind) {
    case "grant_role":
    case "lift_suspension":
      return [readOfPlayer(act.playerId)];
    case "override_value":
    case "lift_override":
      return [{ kind: catalogueStreamKind, name: catalogueStream }];
    case "resume_stakes":
      return [{ kind: haltStreamKind, name: haltStreamName }];
    case "write_off_debt":
      return [{ kind: depositStreamKind, name: depositStream(act.depositId) }];
    case "change_settings":
      return readsOfChange;
  }
}

const groundIn = (view: LogView, { listed, definitions }: ProposalRequest): ProposeContext => ({
  at: view.at,
  actorOf: (playerId) => actorIn(view, { playerId, isListed: listed.has(playerId) }),
  settings: settingsIn(view),
  definitions,
  catalogue: () => view.stream(catalogueStreamKind, catalogueStream),
  stakes: () => view.stream(haltStreamKind, haltStreamName),
  holding: (account, asset) => view.holding(account, asset),
  depositOf: (depositId) => view.stream(depositStreamKind, depositStream(depositId)),
  proposals: view.stream(proposalStreamKind, proposalStreamName),
});

const alwaysRead = ({ actorId }: ProposalRequest): readonly StreamRead[] => [
  readOfProposals,
  readOfSettings,
  readOfPlayer(actorId),
];

/** What an admin wants, done or proposed, as a command for the writer. */
export function undertakeCommand(
  origin: CommandOrigin,
  request: ProposalRequest & {
    readonly wanted: Wanted;
    readonly reason: string;
    readonly proposalId: string;
  },
): Submission<ActAnswers[ProposalKind] | ProposedAnswer> {
  return {
    ...origin,
    reads: () => ({ streams: [...alwaysRead(request), ...readsOf(request.wanted)], holdings: [] }),
    decide: (view) => undertake(request, groundIn(view, request)),
  };
}

type Ended = { readonly id: string; readonly kind: ProposalKind };
type EndRequest = ProposalRequest & OnProposal;

/** The confirmation of a proposal, and what it brings about, as a command for the writer. */
export const confirmCommand = (origin: CommandOrigin, request: EndRequest): Submission<Ended> => ({
  ...origin,
  reads: () => ({ streams: alwaysRead(request), holdings: [] }),
  decide: (view) => {
    const proposals = view.stream(proposalStreamKind, proposalStreamName);
    const open = Object.hasOwn(proposals.open, request.proposalId)
      ? proposals.open[request.proposalId]
      : undefined;
    if (open !== undefined)
      view.needs({ streams: [readOfPlayer(open.by), ...readsOf(open.act)], holdings: [] });
    return confirmProposal(request, groundIn(view, request));
  },
});

/** The withdrawal of a proposal as a command for the writer. */
export const withdrawCommand = (origin: CommandOrigin, request: EndRequest): Submission<Ended> => ({
  ...origin,
  reads: () => ({ streams: alwaysRead(request), holdings: [] }),
  decide: (view) => withdrawProposal(request, groundIn(view, request)),
});
