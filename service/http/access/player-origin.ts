import { type CommandOrigin, callerOrigin } from "#service/event-store/commands/command-origin.ts";

/** The origin of a player's command; `known` is the id and hash from an idempotency key. */
export const playerOrigin = (
  playerId: string,
  at: number,
  known?: Pick<CommandOrigin, "commandId" | "requestHash">,
): CommandOrigin => callerOrigin({ actor: `player:${playerId}`, owner: playerId }, at, known);
