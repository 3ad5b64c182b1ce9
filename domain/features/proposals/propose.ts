import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import { invariant } from "../../kernel/invariant.ts";
import { canonicalJson, type JsonObject } from "../../kernel/json.ts";
import type { ActContext, ActDefinition, By } from "../roles/act.ts";
import { isAdmin, refusalOfActor } from "../roles/admin.ts";
import { refusalOfFirst, refusalOfSecond, secondOf } from "../roles/second.ts";
import { roleMsOf } from "../roles/settings.ts";
import { type KeptAct, proposalConfirmed, proposalMade, proposalWithdrawn } from "./events.ts";
import type { OpenProposal, Proposals } from "./proposals.ts";
import { OPEN_PROPOSALS_MAX, PROPOSAL_MS } from "./rules.ts";

export interface ProposeContext extends ActContext {
  readonly proposals: Proposals;
  /** What of all features may need two admins. */
  readonly acts: readonly ActDefinition[];
}

/** What is answered for a proposal that was made. @property expiresAt milliseconds */
export type ProposedAnswer = {
  readonly proposal: {
    readonly id: string;
    readonly kind: string;
    readonly by: string;
    readonly reason: string;
    readonly expiresAt: number;
  };
};

/** An admin's request, before its effect is known: its kind, and its feature's data. */
export type Wanted = JsonObject & { readonly kind: string };

/** The actor, the act, and the proposal's id if it needs two. */
export interface Undertake {
  readonly actorId: string;
  readonly reason: string;
  readonly wanted: Wanted;
  readonly proposalId: string;
}

/** An act with what its feature declares of it. */
interface KnownAct {
  readonly definition: ActDefinition;
  readonly data: JsonObject;
}

const definitionOf = (kind: string, { acts }: ProposeContext): ActDefinition | undefined =>
  acts.find((one) => one.kind === kind);

/** An act from the log; undefined when no feature declares it any more. */
function knownAct({ kind, ...data }: KeptAct, context: ProposeContext): KnownAct | undefined {
  const definition = definitionOf(kind, context);
  return definition && { definition, data: definition.act.parse(data) };
}

const STALE: Refusal = {
  code: "proposal_stale",
  detail: "What this would change has itself changed. Look at it again, then propose it anew.",
};

/** Whether what an act would change is no longer what was seen. */
const isStale = ({ definition, data }: KnownAct, context: ActContext): boolean =>
  definition.isStale?.(data, context) ?? false;

/** Performs the act, or says why it cannot be done. */
const doAct = (act: KnownAct, by: By, context: ActContext): Decision =>
  isStale(act, context) ? { refused: STALE } : act.definition.perform({ ...act.data, ...by }, context);

/** Performs an admin's act, or proposes it to the others if it weakens a control. */
export function undertake(
  { actorId, reason, wanted: { kind, ...wanted }, proposalId }: Undertake,
  context: ProposeContext,
): Decision {
  const definition = definitionOf(kind, context);
  invariant(definition !== undefined, "what is wanted is an act of some feature");
  const refusal = refusalOfActor(context.actorOf(actorId)) ?? definition.refusal?.(wanted, context) ?? null;
  if (refusal !== null) return { refused: refusal };
  const act = { definition, data: definition.actOf(wanted, context) };
  // A proposal is decided as well, so that no admin is asked to confirm what would be refused.
  const done = doAct(act, { actorId, reason, proposalId, confirmedBy: null }, context);
  if ("refused" in done || !definition.needsTwo(act.data, context)) return done;
  const open = refusalOfOpen({ actorId, act }, context);
  if (open !== null) return { refused: open };
  const expiresAt = context.at + PROPOSAL_MS;
  const made = { proposalId, by: actorId, reason, expiresAt, act: { ...act.data, kind } };
  return accept([proposalMade(made)], {
    proposal: { id: proposalId, kind, by: actorId, reason, expiresAt },
  });
}

/** Why somebody cannot propose something: it is proposed already, or they have too many that are open. */
function refusalOfOpen(
  { actorId, act }: { readonly actorId: string; readonly act: KnownAct },
  context: ProposeContext,
): Refusal | null {
  const { proposals, actorOf, at } = context;
  const open = Object.entries(proposals.open).filter(([, { expiresAt }]) => expiresAt > at);
  // An admin who cannot be the second of one proposal may still propose another.
  const counts = (by: string): boolean =>
    isAdmin(actorOf(by)) && (by === actorId || refusalOfConfirmation(actorId, by, context) === null);
  const same = open.find(([, one]) => {
    const other = knownAct(one.act, context);
    return other !== undefined && isSame(other, act) && counts(one.by) && !isStale(other, context);
  });
  if (same !== undefined) {
    const [proposalId, { by }] = same;
    const detail =
      by === actorId
        ? "You have already proposed this: another admin has to confirm it."
        : "Another admin has already proposed this: confirm that proposal instead.";
    return { code: "already_proposed", detail, facts: { proposalId } };
  }
  if (open.filter(([, { by }]) => by === actorId).length < OPEN_PROPOSALS_MAX) return null;
  const detail = `${OPEN_PROPOSALS_MAX} of your proposals are already open. Withdraw one, or wait until one is confirmed or lapses.`;
  return { code: "too_many_proposals", detail };
}

/** Whether two acts have the same effect, whatever changed between them. */
const isSame = (one: KnownAct, other: KnownAct): boolean =>
  one.definition === other.definition && essenceOf(one) === essenceOf(other);

const essenceOf = ({ definition, data }: KnownAct): string =>
  canonicalJson(definition.essence?.(data) ?? data);

export interface OnProposal {
  readonly actorId: string;
  readonly proposalId: string;
}

export type EndedProposal = { readonly id: string; readonly kind: string };

/** The open proposal of an id, or why there is none. */
function openOf(
  { proposalId }: OnProposal,
  { proposals, at }: ProposeContext,
): OpenProposal | { readonly refused: Refusal } {
  const open = Object.hasOwn(proposals.open, proposalId) ? proposals.open[proposalId] : undefined;
  if (open !== undefined && open.expiresAt > at) return open;
  const closed = proposals.closed.find(({ id }) => id === proposalId);
  if (open === undefined && closed === undefined)
    return refuse("unknown_proposal", "There is no such proposal.");
  const as = closed?.as ?? "lapsed";
  const detail =
    as === "lapsed" ? "This proposal lapsed: propose it anew." : `This proposal is already ${as}.`;
  return refuse("proposal_closed", detail);
}

/** Confirms another admin's proposal: decided again on the current state, and carried out in the same command. */
export function confirmProposal(command: OnProposal, context: ProposeContext): Decision<EndedProposal> {
  const { actorId, proposalId } = command;
  const actor = context.actorOf(actorId);
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  const open = openOf(command, context);
  if ("refused" in open) return open;
  const bar = refusalOfConfirmation(actorId, open.by, context);
  if (bar !== null) return { refused: bar };
  const { by, reason } = open;
  const act = knownAct(open.act, context);
  if (act === undefined) return { refused: STALE };
  const done = doAct(act, { actorId: by, reason, proposalId, confirmedBy: actorId }, context);
  if ("refused" in done) return done;
  const { kind } = open.act;
  return accept([proposalConfirmed({ proposalId, kind, by: actorId }), ...done.events], {
    id: proposalId,
    kind,
  });
}

/** Why somebody cannot confirm what another one proposed; null when they can. */
function refusalOfConfirmation(
  actorId: string,
  by: string,
  { actorOf, at, settings }: ProposeContext,
): Refusal | null {
  const [second, first] = [secondOf(actorId, actorOf(actorId)), secondOf(by, actorOf(by))];
  const age = { at, roleMs: roleMsOf(settings) };
  const bar = refusalOfSecond(second, first, age);
  if (bar !== null) return bar;
  return isAdmin(actorOf(by)) ? refusalOfFirst(first, second, age) : PROPOSER_GONE;
}

const PROPOSER_GONE: Refusal = {
  code: "proposer_no_admin",
  detail: "The admin who proposed this no longer is one: propose it anew.",
};

/** Withdraws the admin's own proposal. */
export function withdrawProposal(command: OnProposal, context: ProposeContext): Decision<EndedProposal> {
  const { actorId, proposalId } = command;
  const refusal = refusalOfActor(context.actorOf(actorId));
  if (refusal !== null) return { refused: refusal };
  const open = openOf(command, context);
  if ("refused" in open) return open;
  if (open.by !== actorId) {
    return refuse(
      "not_proposer",
      "Only the admin who proposed this can withdraw it; without a second admin it lapses.",
    );
  }
  const { kind } = open.act;
  return accept([proposalWithdrawn({ proposalId, kind, by: actorId })], {
    id: proposalId,
    kind,
  });
}
