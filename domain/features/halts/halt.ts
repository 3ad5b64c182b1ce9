import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { type Actor, type Confirmable, refusalOfActor } from "../roles/admin.ts";
import { stakesHalted, stakesResumed } from "./events.ts";

/** Whether stakes are taken at the moment, and if not, since when (milliseconds) and why. */
export type StakingStatus =
  | { readonly status: "taken" }
  | { readonly status: "halted"; readonly since: number; readonly reason: string };

export const initialStakingStatus: StakingStatus = { status: "taken" };

/** Maximum characters of a reason; longer ones are cut. */
export const HALT_REASON_CHARS_MAX = 1_000;

/** Follows the stream of halts. */
function evolveStakingStatus(stakes: StakingStatus, event: RecordedEvent): StakingStatus {
  if (stakesResumed.is(event)) return initialStakingStatus;
  if (!stakesHalted.is(event)) return stakes;
  return { status: "halted", since: event.recordedAt, reason: event.payload.reason };
}

const REFUSAL: Refusal = {
  code: "stakes_halted",
  detail: "No bets are taken at the moment. Your balance is safe, and games under way will finish.",
};

/** Why nobody can stake anything at the moment; null while stakes are taken. */
export const refusalOfHalt = (stakes: StakingStatus): Refusal | null =>
  stakes.status === "taken" ? null : REFUSAL;

/** Halts all stakes; refused while they are halted already, so that the first reason stands. */
export function haltStakes(reason: string, stakes: StakingStatus): Decision<{ readonly halted: true }> {
  if (stakes.status === "halted") return refuse("halted_already", "Stakes are already halted.");
  return accept([stakesHalted({ reason: shortened(reason) })], { halted: true });
}

/** Halts all stakes by an admin's act; who it was is the event's actor. */
export function haltStakesBy(
  { reason }: { readonly reason: string },
  { actor, stakes }: { readonly actor: Actor; readonly stakes: StakingStatus },
): Decision<{ readonly halted: true }> {
  const refusal = refusalOfActor(actor);
  return refusal === null ? haltStakes(reason, stakes) : { refused: refusal };
}

function shortened(reason: string): string {
  const characters = [...reason];
  if (characters.length <= HALT_REASON_CHARS_MAX) return reason;
  return `${characters.slice(0, HALT_REASON_CHARS_MAX - 1).join("")}…`;
}

/** Resumes stakes: an admin's act with a reason, confirmed by another. */
export function resumeStakes(
  {
    actorId,
    reason,
    confirmedBy = null,
  }: Confirmable & { readonly actorId: string; readonly reason: string },
  { actor, stakes }: { readonly actor: Actor; readonly stakes: StakingStatus },
): Decision<{ readonly halted: false }> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (stakes.status === "taken") return refuse("not_halted", "Stakes are not halted.");
  const resumed = stakesResumed({ by: actorId, reason, confirmedBy });
  return accept([resumed], { halted: false });
}

/** How this state follows its stream. */
export const haltStreamKind: StreamKind<StakingStatus> = {
  kind: "stakes",
  foldVersion: 1,
  initial: initialStakingStatus,
  evolve: evolveStakingStatus,
};
