import {
  type AdminAct,
  type AdminAnswer,
  type AdminContext,
  revokeRole,
  suspendPlayer,
} from "#domain/features/roles/admin.ts";
import type { Role } from "#domain/features/roles/rules.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, type Person, readOfPlayer } from "./actor.ts";

/** The actor, the player, and the reason. */
export interface AdminRequest {
  readonly actor: Person;
  readonly subject: Person;
  readonly reason: string;
}

/** The command of an admin's act on a player. */
export function adminCommand(
  origin: CommandOrigin,
  { actor, subject, reason }: AdminRequest,
  decide: (act: AdminAct, ground: AdminContext) => Decision<AdminAnswer>,
): Submission<AdminAnswer> {
  const act = { actorId: actor.playerId, playerId: subject.playerId, reason };
  return {
    ...origin,
    reads: () => ({ streams: [readOfPlayer(actor.playerId), readOfPlayer(subject.playerId)] }),
    decide: (view) => decide(act, { actor: actorIn(view, actor), subject: actorIn(view, subject) }),
  };
}

type RoleRequest = AdminRequest & { readonly role: Role };

/** The command that revokes a role. */
export const revokeCommand = (origin: CommandOrigin, request: RoleRequest): Submission<AdminAnswer> =>
  adminCommand(origin, request, (act, ground) => revokeRole({ ...act, role: request.role }, ground));

/** The command that suspends a player. */
export const suspendCommand = (origin: CommandOrigin, request: AdminRequest): Submission<AdminAnswer> =>
  adminCommand(origin, request, suspendPlayer);
