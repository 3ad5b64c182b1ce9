import { accept, type Decision } from "../../kernel/decision.ts";
import { type AdminAct, type AdminAnswer, type AdminContext, refusalOfAct } from "../roles/admin.ts";
import { sessionsEnded } from "./events.ts";

/**
 * Notes that an admin signs a player out everywhere, for example because a device was stolen. Sessions are not part of
 * the log: the sender of this command ends them once it is written.
 */
export function endSessions(
  { actorId: by, playerId, reason }: AdminAct,
  context: AdminContext,
): Decision<AdminAnswer> {
  const refusal = refusalOfAct(context);
  if (refusal !== null) return { refused: refusal };
  return accept([sessionsEnded({ by, playerId, reason })], { playerId });
}
