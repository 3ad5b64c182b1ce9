import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import type { UnfinishedOf } from "../../player/player-slice.ts";
import type { Actor } from "../roles/admin.ts";
import { secondFactorRemoved } from "../second-factors/events.ts";
import type { Factors } from "../second-factors/factors.ts";
import { playerForgotten } from "./events.ts";

/** What an erasure depends on; `at` in milliseconds. */
export interface ForgetContext {
  readonly actor: Actor;
  /** Their second factors, whose keys are erased with all else. */
  readonly factors: Factors;
  readonly at: number;
  /** What is owed in dollars, as a holding below zero. Cents. */
  readonly receivable: Minor;
  readonly unfinishedOf: UnfinishedOf;
}

/** Forgets a player with nothing under way. Not an admin: only another admin removes their last factor. */
export function forgetPlayer(
  playerId: string,
  { actor, factors, at, receivable, unfinishedOf }: ForgetContext,
): Decision<{ readonly forgotten: true }> {
  const { player, isListed } = actor;
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const owed = receivable < 0n ? ["Pay what you owe first."] : [];
  const listed = isListed ? ["Your name has to be removed from the admin settings first."] : [];
  const [first, ...others] = [...owed, ...listed, ...unfinishedOf(player, at)];
  if (first !== undefined) return refuse("still_bound", [first, ...others].join(" "));
  // Should they come back, they begin with a first factor.
  const removed = factors.ids.map((factorId) => secondFactorRemoved({ playerId, factorId }));
  return accept([...removed, playerForgotten({ playerId })], { forgotten: true });
}
