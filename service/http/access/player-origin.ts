import { type CommandOrigin, originOf } from "#service/event-store/commands/command-origin.ts";

/** The origin of a player's command; `known` is what an idempotency key makes of it. */
export const playerOrigin = (
  playerId: string,
  at: number,
  known?: Pick<CommandOrigin, "commandId" | "requestHash">,
): CommandOrigin => originOf({ actor: `player:${playerId}`, owner: playerId }, at, known);
