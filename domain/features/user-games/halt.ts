import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import { type Actor, type Confirmable, refusalOfActor } from "../roles/admin.ts";
import { userGameHalted, userGameHaltLifted } from "./events.ts";
import type { MadeGame, UserGame } from "./user-game.ts";

/** What an admin does about a game that a player made. */
export interface HaltOrder {
  readonly actorId: string;
  readonly gameId: string;
  readonly reason: string;
}

interface HaltContext {
  readonly actor: Actor;
  readonly game: UserGame;
}

function gameFor({ actor, game }: HaltContext): MadeGame | { readonly refused: Refusal } {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (game.status === "absent") return refuse("unknown_game", "There is no such game.");
  return game;
}

/** Stops a player's game until two admins lift it. Rounds under way are finished. */
export function haltUserGame(
  { actorId: by, gameId, reason }: HaltOrder,
  context: HaltContext,
): Decision<{ readonly id: string }> {
  const game = gameFor(context);
  if ("refused" in game) return game;
  if (game.halt !== null) return refuse("game_halted_already", "This game is already stopped.");
  const { creatorId, title } = game;
  return accept([userGameHalted({ by, creatorId, gameId, reason, title })], { id: gameId });
}

/** Lets a stopped game take bets again, if its creator has not paused it. Nobody does that for a game of their own. */
export function liftUserGameHalt(
  { actorId: by, gameId, reason, confirmedBy = null }: HaltOrder & Confirmable,
  context: HaltContext,
): Decision<{ readonly id: string }> {
  const game = gameFor(context);
  if ("refused" in game) return game;
  const { creatorId, halt, title } = game;
  if (by === creatorId || confirmedBy === creatorId)
    return refuse("own_game", "You cannot reopen your own game: ask other admins.");
  if (halt === null) return refuse("game_not_halted", "This game is not stopped.");
  return accept([userGameHaltLifted({ by, confirmedBy, creatorId, gameId, reason, title })], { id: gameId });
}
