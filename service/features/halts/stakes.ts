import { haltStreamName } from "#domain/features/halts/events.ts";
import {
  haltStakes,
  haltStakesBy,
  haltStreamKind,
  refusalOfHalt,
  type StakingStatus,
} from "#domain/features/halts/halt.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import { type CommandOrigin, systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, type Person, readOfPlayer } from "#service/features/roles/actor.ts";

/** The read of every stake: whether stakes are accepted. */
export const readOfStakes: StreamRead<StakingStatus> = { kind: haltStreamKind, name: haltStreamName };

const stakesIn = (view: LogView) => view.stream(readOfStakes);

/** The refusal of all stakes, as of the head; null while they are accepted. */
export const haltRefusal = (view: LogView): Refusal | null => refusalOfHalt(stakesIn(view));

/** The command by which the service halts all stakes. @param id one for each cause */
export function haltCommand(
  { id, reason }: { readonly id: string; readonly reason: string },
  at: number,
): Submission<{ readonly halted: true }> {
  return {
    ...systemOrigin(`halt_${id}`, at),
    reads: () => ({ streams: [readOfStakes] }),
    decide: (view) => haltStakes(reason, stakesIn(view)),
  };
}

/** The command by which an admin halts all stakes. */
export function haltByAdminCommand(
  origin: CommandOrigin,
  { actor, reason }: { readonly actor: Person; readonly reason: string },
): Submission<{ readonly halted: true }> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfStakes, readOfPlayer(actor.playerId)] }),
    decide: (view) => haltStakesBy({ reason }, { actor: actorIn(view, actor), stakes: stakesIn(view) }),
  };
}
