import { playerAccount } from "#domain/accounts/account.ts";
import { proposalConfirmed, proposalMade } from "#domain/features/proposals/events.ts";
import type { OpenProposal, Proposals } from "#domain/features/proposals/proposals.ts";
import { acts } from "#domain/features/registry.ts";
import type { ActDefinition } from "#domain/features/roles/act.ts";
import { playerSuspended, suspensionLifted } from "#domain/features/roles/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { logFormat } from "#service/features/log-format.ts";
import { Format2Problems } from "#service/ledger/verifier/checks/format-2-problems.ts";
import type { FormatPass } from "#service/ledger/verifier/checks/format-check.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";

const allActs: readonly ActDefinition[] = Object.values(acts);

/** The acts that an event may be the outcome of, by its type. */
const actsByOutcome = new Map<string, readonly ActDefinition[]>();
for (const act of allActs) {
  const { type } = act.outcome.event;
  actsByOutcome.set(type, [...(actsByOutcome.get(type) ?? []), act]);
}

/** A confirmed proposal, to be carried out by the same command. */
interface Agreed {
  readonly position: number;
  readonly commandId: string;
  readonly proposalId: string;
  /** The second admin. */
  readonly by: string;
  readonly proposal: OpenProposal;
  readonly definition: ActDefinition;
}

/**
 * Checks that what needs two admins was proposed by one, confirmed by another while the proposal was open, and done as
 * proposed by the very command that confirms it, once.
 */
class ProposalsPass implements CheckPass {
  #agreed: Agreed | null = null;
  /** The streams of players who are suspended; their names are those of their accounts. */
  readonly #suspended = new Set<string>();
  /** Logs of format 1 hold events from before proposals. */
  readonly #problems: Format2Problems;

  constructor(log: FormatPass) {
    this.#problems = new Format2Problems(log);
  }

  event(event: RecordedEvent, state: unknown): void {
    this.#problems.judge();
    if (this.#agreed?.commandId !== event.commandId) this.#expectDone();
    if (playerSuspended.is(event)) this.#suspended.add(event.stream);
    if (proposalMade.is(event)) this.#expectNew(event, state as Proposals);
    if (proposalConfirmed.is(event)) this.#confirmed(event, state as Proposals);
    const possible = actsByOutcome.get(event.type);
    if (possible !== undefined) this.#outcome(event, state, possible);
    if (suspensionLifted.is(event)) this.#suspended.delete(event.stream);
  }

  #expectDone(): void {
    const agreed = this.#agreed;
    this.#agreed = null;
    if (agreed !== null)
      this.#problems.add(agreed.position, "A proposal was confirmed, but not carried out.");
  }

  #expectNew(
    { position, payload }: RecordedEvent & EventOf<typeof proposalMade>,
    { open, closed }: Proposals,
  ): void {
    const { proposalId } = payload;
    const isNew = !Object.hasOwn(open, proposalId) && !closed.some(({ id }) => id === proposalId);
    if (!isNew) this.#problems.add(position, "A proposal has the id of an earlier one.");
  }

  #confirmed(event: RecordedEvent & EventOf<typeof proposalConfirmed>, { open }: Proposals): void {
    this.#expectDone();
    const { position, commandId } = event;
    const { proposalId, by, kind } = event.payload;
    const proposal = Object.hasOwn(open, proposalId) ? open[proposalId] : undefined;
    const problem = this.#problemOfConfirmed(event, proposal);
    if (problem !== null) this.#problems.add(position, problem);
    const definition = allActs.find((one) => one.kind === kind);
    if (problem === null && proposal !== undefined && definition !== undefined)
      this.#agreed = { position, commandId, proposalId, by, proposal, definition };
  }

  #problemOfConfirmed(
    { recordedAt, payload: { by, kind } }: RecordedEvent & EventOf<typeof proposalConfirmed>,
    proposal: OpenProposal | undefined,
  ): string | null {
    if (proposal === undefined || proposal.expiresAt <= recordedAt || proposal.act.kind !== kind)
      return "A proposal was confirmed that was not open.";
    if (proposal.by === by) return "A proposal was confirmed by the admin who had made it.";
    const areActive = [by, proposal.by].every((id) => !this.#suspended.has(playerAccount(id)));
    return areActive ? null : "A proposal was confirmed although one of the two was suspended.";
  }

  #outcome(event: RecordedEvent, before: unknown, possible: readonly ActDefinition[]): void {
    const { position, type, payload } = event;
    const { confirmedBy = null } = payload;
    const recorded = { event, payload, before };
    const isByTwo = confirmedBy !== null || possible.some(({ outcome }) => outcome.needsTwo(recorded));
    if (!isByTwo) return;
    const agreed = this.#agreed;
    if (agreed === null || agreed.definition.outcome.event.type !== type) {
      this.#problems.add(position, `${type} needs a second admin, who has not confirmed it.`);
      return;
    }
    this.#agreed = null;
    if (!isAsAgreed(agreed, recorded))
      this.#problems.add(position, `${type} is not what was proposed and confirmed.`);
  }

  end(): void {
    this.#expectDone();
    this.#problems.end();
  }
}

/** Whether an event does what two admins agreed on, and names them, where its type does. */
function isAsAgreed(
  { by: confirmedBy, proposalId, proposal, definition }: Agreed,
  recorded: { readonly event: RecordedEvent; readonly payload: JsonObject; readonly before: unknown },
): boolean {
  const { by, reason } = proposal;
  const { payload } = recorded;
  const areNamed = Object.entries({ by, reason, confirmedBy }).every(
    ([key, due]) => !Object.hasOwn(payload, key) || payload[key] === due,
  );
  const { kind: _, ...data } = proposal.act;
  const act = definition.act.safeParse(data);
  return areNamed && act.success && definition.outcome.isOf({ ...act.data, proposalId }, recorded);
}

export const proposalsCheck: LogCheck = {
  name: "proposals",
  begin: (passOf) => new ProposalsPass(passOf(logFormat)),
};
