import { z } from "zod";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { onPlayer } from "../players/events.ts";

/** A player had everything personal erased. */
export const playerForgotten = defineEvent({
  type: "PlayerForgotten",
  payload: z.strictObject({ playerId: z.string() }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: { player: [], changesAccess: true },
  example: [{ playerId: "p_1" }],
});
