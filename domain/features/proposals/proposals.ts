import type { TimedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { isProposalEvent, type KeptAct } from "./events.ts";
import { CLOSED_PROPOSALS_KEPT_MAX } from "./rules.ts";

/** A proposal that nobody has confirmed or withdrawn; it lapses at an instant in milliseconds. */
export type OpenProposal = {
  readonly by: string;
  readonly reason: string;
  readonly expiresAt: number;
  readonly act: KeptAct;
};

/** The proposals as far as a decision needs them: the open ones, and the newest of the closed ones. */
export type Proposals = {
  readonly open: { readonly [proposalId: string]: OpenProposal };
  readonly closed: readonly { readonly id: string; readonly as: ClosedAs }[];
};

export type ClosedAs = "confirmed" | "withdrawn" | "lapsed";

const initialProposals: Proposals = { open: {}, closed: [] };

/** Follows the proposals by one event; those that lapsed before it are no longer open. */
function evolveProposals(proposals: Proposals, event: TimedEvent): Proposals {
  if (!isProposalEvent(event)) return proposals;
  const open: { [proposalId: string]: OpenProposal } = {};
  const closed = [...proposals.closed];
  for (const [id, proposal] of Object.entries(proposals.open)) {
    if (proposal.expiresAt > event.recordedAt) open[id] = proposal;
    else closed.push({ id, as: "lapsed" });
  }
  const { proposalId } = event.payload;
  if (event.type === "ProposalMade") {
    const { by, reason, expiresAt, act } = event.payload;
    open[proposalId] = { by, reason, expiresAt, act };
  } else {
    delete open[proposalId];
    closed.push({ id: proposalId, as: event.type === "ProposalConfirmed" ? "confirmed" : "withdrawn" });
  }
  return { open, closed: closed.slice(-CLOSED_PROPOSALS_KEPT_MAX) };
}

/** How this state follows its stream. */
export const proposalStreamKind: StreamKind<Proposals> = {
  kind: "proposals",
  foldVersion: 1,
  initial: initialProposals,
  evolve: evolveProposals,
};
