import { accept, type Decision } from "../../kernel/decision.ts";
import { type AdminAct, type AdminAnswer, type AdminContext, refusalOfAct } from "../roles/admin.ts";
import { sessionsEnded } from "./events.ts";

/** Records that an admin signs a player out everywhere; the sender ends the sessions, which are beside the log. */
export function endSessions(
  { actorId: by, playerId, reason }: AdminAct,
  context: AdminContext,
): Decision<AdminAnswer> {
  const refusal = refusalOfAct(context);
  if (refusal !== null) return { refused: refusal };
  return accept([sessionsEnded({ by, playerId, reason })], { playerId });
}
