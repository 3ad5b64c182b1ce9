import { accept, type Decision } from "../../kernel/decision.ts";
import type { NewEvent, StreamName } from "../../kernel/event.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";

/** An admin had a read model built anew, and said why. */
export type RebuildAsked = NewEvent<
  "RebuildAsked",
  { readonly by: string; readonly name: string; readonly reason: string }
>;

/** An admin signed a player out everywhere, and said why. */
export type SessionsEnded = NewEvent<
  "SessionsEnded",
  { readonly by: string; readonly playerId: string; readonly reason: string }
>;

/** What is done to the service itself. */
export const systemStream: StreamName = "system:service";

/** The event of a rebuild; it moves nothing. */
export const rebuildAsked = (payload: RebuildAsked["payload"]): RebuildAsked => ({
  type: "RebuildAsked",
  schemaVersion: 1,
  stream: systemStream,
  payload,
  postings: [],
});

/** Notes that an admin has a read model built anew. */
export function askRebuild(
  payload: RebuildAsked["payload"],
  actor: Actor,
): Decision<{ readonly name: string }> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  return accept([rebuildAsked(payload)], { name: payload.name });
}
