import { z } from "zod";
import { accept, type Decision } from "../../kernel/decision.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent, type EventOf } from "../../kernel/events/event-definition.ts";
import { adminAct, withNote } from "../../kernel/events/payload.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";

/** What is done to the service itself. */
export const systemStream: StreamName = "system:service";

/** An admin had a read model rebuilt, and said why. */
export const rebuildAsked = defineEvent({
  type: "RebuildAsked",
  payload: z.strictObject({ ...adminAct, name: z.string() }),
  record: (payload) => ({ streams: [systemStream], payload }),
  example: [{ by: "p_root", name: "bets", reason: "A column was wrong." }],
});

/** An admin signed a player out everywhere, and said why. */
export const sessionsEnded = defineEvent({
  type: "SessionsEnded",
  payload: z.strictObject({ ...adminAct, playerId: z.string() }),
  record: (payload) => ({ streams: [systemStream], payload }),
  notify: {
    to: "player",
    type: "account",
    link: null,
    title: "Signed out everywhere",
    message: ({ reason }) => withNote("An admin ended all your sessions.", reason),
  },
  example: [{ by: "p_root", playerId: "p_1", reason: "A telephone was stolen." }],
});

/** Notes that an admin has a read model rebuilt. */
export function askRebuild(
  payload: EventOf<typeof rebuildAsked>["payload"],
  actor: Actor,
): Decision<{ readonly name: string }> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  return accept([rebuildAsked(payload)], { name: payload.name });
}

/** Acts on the service itself have nothing to fold. */
export const systemStreamKind: StreamKind<null> = {
  kind: "system",
  foldVersion: 1,
  initial: null,
  evolve: () => null,
};
