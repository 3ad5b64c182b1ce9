import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import type { UnfinishedOf } from "../../player/player-slice.ts";
import { playerForgotten } from "./events.ts";

/** What the wish to be forgotten stands on; `at` in milliseconds. */
export interface ForgetContext {
  readonly player: Player;
  readonly at: number;
  /** What is owed in dollars, as a holding below zero. Cents. */
  readonly receivable: Minor;
  readonly unfinishedOf: UnfinishedOf;
}

/** Forgets a player who has nothing under way: who owes, stakes, sells or keeps out of play can be forgotten later. */
export function forgetPlayer(
  playerId: string,
  { player, at, receivable, unfinishedOf }: ForgetContext,
): Decision<{ readonly forgotten: true }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const owed = receivable < 0n ? ["What you owe has to be paid."] : [];
  const [first, ...others] = [...owed, ...unfinishedOf(player, at)];
  if (first !== undefined) return refuse("still_bound", [first, ...others].join(" "));
  return accept([playerForgotten({ playerId })], { forgotten: true });
}
