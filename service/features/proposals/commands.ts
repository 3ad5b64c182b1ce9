import { type KeptAct, proposalStreamName } from "#domain/features/proposals/events.ts";
import { type Proposals, proposalStreamKind } from "#domain/features/proposals/proposals.ts";
import {
  confirmProposal,
  type EndedProposal,
  type OnProposal,
  type ProposeContext,
  undertake,
  type Wanted,
  withdrawProposal,
} from "#domain/features/proposals/propose.ts";
import { acts } from "#domain/features/registry.ts";
import type { ActDefinition } from "#domain/features/roles/act.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { SettingDefinition } from "#domain/kernel/setting.ts";
import type { SiteLogs } from "#domain/ledger/transit/transit.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";

/** The actor, and the admins, settings and logs known from outside the log. */
export interface ProposalRequest {
  readonly actorId: string;
  /** The players named as admins by the service's configuration. */
  readonly listed: ReadonlySet<string>;
  /** All settings, with this service's defaults. */
  readonly definitions: readonly SettingDefinition[];
  readonly logs: SiteLogs;
}

const allActs: readonly ActDefinition[] = Object.values(acts);
const readOfProposals: StreamRead<Proposals> = { kind: proposalStreamKind, name: proposalStreamName };

/** The reads of an act, besides proposals, settings and its actor. */
function readsOf({ kind, ...about }: Wanted | KeptAct): readonly StreamRead[] {
  const { playerId } = about;
  const streams = allActs.find((one) => one.kind === kind)?.streams?.(about) ?? [];
  return typeof playerId === "string" ? [readOfPlayer(playerId), ...streams] : streams;
}

const groundIn = (view: LogView, { listed, definitions, logs }: ProposalRequest): ProposeContext => ({
  at: view.at,
  actorOf: (playerId) => actorIn(view, { playerId, isListed: listed.has(playerId) }),
  settings: settingsIn(view),
  definitions,
  logs,
  holding: (account, asset) => view.holding(account, asset),
  stream: (read) => view.stream(read),
  acts: allActs,
  proposals: view.stream(readOfProposals),
});

const alwaysRead = ({ actorId }: ProposalRequest): readonly StreamRead[] => [
  readOfProposals,
  readOfSettings,
  readOfPlayer(actorId),
];

/** The command by which an admin carries out or proposes an act. */
export function undertakeCommand(
  origin: CommandOrigin,
  request: ProposalRequest & {
    readonly wanted: Wanted;
    readonly reason: string;
    readonly proposalId: string;
  },
): Submission {
  return {
    ...origin,
    reads: () => ({ streams: [...alwaysRead(request), ...readsOf(request.wanted)] }),
    decide: (view) => undertake(request, groundIn(view, request)),
  };
}

type EndRequest = ProposalRequest & OnProposal;

/** The command that confirms a proposal, and carries out its act. */
export const confirmCommand = (origin: CommandOrigin, request: EndRequest): Submission<EndedProposal> => ({
  ...origin,
  reads: () => ({ streams: alwaysRead(request) }),
  decide: (view) => {
    const proposals = view.stream(readOfProposals);
    const open = Object.hasOwn(proposals.open, request.proposalId)
      ? proposals.open[request.proposalId]
      : undefined;
    if (open !== undefined) view.needs({ streams: [readOfPlayer(open.by), ...readsOf(open.act)] });
    return confirmProposal(request, groundIn(view, request));
  },
});

/** The command that withdraws a proposal. */
export const withdrawCommand = (origin: CommandOrigin, request: EndRequest): Submission<EndedProposal> => ({
  ...origin,
  reads: () => ({ streams: alwaysRead(request) }),
  decide: (view) => withdrawProposal(request, groundIn(view, request)),
});
