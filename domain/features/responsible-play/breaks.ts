import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { HOUR_MS, instantOf } from "../../kernel/time.ts";
import type { Player } from "../../player/player.ts";
import {
  realityCheckAcknowledged,
  realityCheckSet,
  selfExclusionBegun,
  selfExclusionEndAsked,
  timeOutBegun,
} from "./events.ts";
import { realityCheckDueAt, responsiblePlayOf } from "./play.ts";
import { EXCLUSION_END_WAIT_MS } from "./rules.ts";

/** What a decision on breaks depends on; `at` in milliseconds. */
export interface BreakContext {
  readonly player: Player;
  readonly at: number;
}

/** Begins a time-out; one that goes on can only become longer. */
export function takeTimeOut(
  { playerId, hours }: { readonly playerId: string; readonly hours: number },
  { player, at }: BreakContext,
): Decision<{ readonly until: string }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { timeOutUntil } = responsiblePlayOf.of(player).rules;
  const until = at + hours * HOUR_MS;
  if (timeOutUntil !== null && until < timeOutUntil) {
    return refuse(
      "only_longer",
      `Your break lasts until ${instantOf(timeOutUntil)}: it can only become longer.`,
    );
  }
  return accept([timeOutBegun({ playerId, until })], { until: instantOf(until) });
}

/** The same day and time some months later; the last day of a month that is too short. @param at milliseconds */
export function monthsLater(at: number, months: number): number {
  const from = new Date(at);
  const to = new Date(at);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return to.getTime();
}

/** Excludes a player at their own wish; an exclusion can only become longer. @param months null is for ever */
export function excludeOneself(
  { playerId, months }: { readonly playerId: string; readonly months: number | null },
  { player, at }: BreakContext,
): Decision<{ readonly until: string | null }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { exclusion } = responsiblePlayOf.of(player).rules;
  const until = months === null ? null : monthsLater(at, months);
  const goesOn = exclusion !== null && (exclusion.until === null || at < exclusion.until);
  if (goesOn && until !== null && (exclusion.until === null || until < exclusion.until)) {
    const present = exclusion.until === null ? "for ever" : `until ${instantOf(exclusion.until)}`;
    return refuse("only_longer", `Your exclusion lasts ${present}: it can only become longer.`);
  }
  return accept([selfExclusionBegun({ playerId, until })], {
    until: until === null ? null : instantOf(until),
  });
}

/** Asks to play again once an exclusion is over; it ends a day later. */
export function endExclusion(
  playerId: string,
  { player, at }: BreakContext,
): Decision<{ readonly from: string }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { exclusion } = responsiblePlayOf.of(player).rules;
  if (exclusion === null) return refuse("not_excluded", "You have not excluded yourself.");
  if (exclusion.endsAt !== null) return refuse("end_asked", "You have already asked to play again.");
  if (exclusion.until === null) return refuse("exclusion_goes_on", "Your exclusion is permanent.");
  if (at < exclusion.until)
    return refuse("exclusion_goes_on", `Your exclusion lasts until ${instantOf(exclusion.until)}.`);
  const from = at + EXCLUSION_END_WAIT_MS;
  return accept([selfExclusionEndAsked({ playerId, from })], { from: instantOf(from) });
}

/** Sets the interval of reality checks. A check that is due must be answered first. */
export function setRealityCheck(
  { playerId, everyMinutes }: { readonly playerId: string; readonly everyMinutes: number },
  { player, at }: BreakContext,
): Decision<{ readonly everyMinutes: number }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const play = responsiblePlayOf.of(player);
  const dueAt = realityCheckDueAt(play, at);
  if (dueAt !== null && at >= dueAt && everyMinutes > play.rules.realityCheckMinutes)
    return refuse("reality_check_due", "A reality check is due: look at how your play went first.");
  return accept([realityCheckSet({ playerId, everyMinutes })], { everyMinutes });
}

/** Plays on after a reality check; none can be answered before it is due. */
export function acknowledgeRealityCheck(
  playerId: string,
  { player, at }: BreakContext,
): Decision<{ readonly nextInMinutes: number }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const play = responsiblePlayOf.of(player);
  const dueAt = realityCheckDueAt(play, at);
  if (dueAt === null || at < dueAt) return refuse("no_check_due", "No reality check is due.");
  return accept([realityCheckAcknowledged({ playerId })], { nextInMinutes: play.rules.realityCheckMinutes });
}
