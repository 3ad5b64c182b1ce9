import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import { instantOf } from "../../kernel/time.ts";
import type { Player } from "../../player/player.ts";
import {
  limitLowered,
  limitRaiseAsked,
  limitRaiseConfirmed,
  limitRaiseWithdrawn,
  limitReached,
  limitsReviewed,
} from "./events.ts";
import { limitOf, type PlayRules, responsiblePlayOf } from "./play.ts";
import { isLimit, type LimitName, RAISE_CONFIRM_MS, RAISE_WAIT_MS, REVIEW_EVERY_MS } from "./rules.ts";

/** Which limit of whose. */
export interface OfLimit extends LimitName {
  readonly playerId: string;
}

/** What a decision on limits depends on; `at` in milliseconds. */
export interface LimitContext {
  readonly player: Player;
  readonly at: number;
}

/** The state of a limit. Amounts with two decimals, instants as ISO 8601. */
export type LimitOutcome = {
  readonly amount: string | null;
  readonly pending: { readonly amount: string | null; readonly from: string } | null;
};

const textOf = (amount: string | null): string | null =>
  amount === null ? null : formatMinor(BigInt(amount));

/**
 * Sets a limit: at once where it lowers, else after a day and a second confirmation. A losing player cannot raise their
 * limit in the heat of the moment.
 * @param amount minor units; null is no limit
 */
export function setLimit(
  { playerId, kind, window }: OfLimit,
  amount: Minor | null,
  { player, at }: LimitContext,
): Decision<LimitOutcome> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const name = { playerId, kind, window };
  if (!isLimit(name))
    return refuse("unknown_limit", "A stake is limited by bet, all else by day, week or month.");
  const { amount: present } = limitOf(responsiblePlayOf.of(player).rules, name);
  const isLower = amount !== null && (present === null || amount <= BigInt(present));
  if (isLower) {
    return accept([limitLowered({ ...name, amount: String(amount) })], {
      amount: formatMinor(amount),
      pending: null,
    });
  }
  if (present === null) return refuse("no_limit", "There is no such limit to lift.");
  const asked = amount === null ? null : String(amount);
  const from = at + RAISE_WAIT_MS;
  return accept([limitRaiseAsked({ ...name, amount: asked, from })], {
    amount: textOf(present),
    pending: { amount: textOf(asked), from: instantOf(from) },
  });
}

/** Confirms a raise once its day is over, and before it lapses a week later. */
export function confirmRaise(
  { playerId, kind, window }: OfLimit,
  { player, at }: LimitContext,
): Decision<LimitOutcome> {
  const found = pendingOf({ kind, window }, player);
  if ("refused" in found) return found;
  const { amount, from } = found;
  if (at < from) {
    const detail = `You can confirm this from ${instantOf(from)} on.`;
    return refuse("raise_not_due", detail, { from: instantOf(from) });
  }
  if (isLapsed(found, at))
    return refuse("raise_lapsed", "Nobody confirmed this within a week. Ask again if you still want it.");
  return accept([limitRaiseConfirmed({ playerId, kind, window, amount })], {
    amount: textOf(amount),
    pending: null,
  });
}

/** Whether a raise was not confirmed in time. @param at milliseconds */
export const isLapsed = ({ from }: { readonly from: number }, at: number): boolean =>
  at >= from + RAISE_CONFIRM_MS;

/** Records that a player reviewed their limits, as asked every six months, and left them. */
export function reviewLimits(
  playerId: string,
  { player, at }: LimitContext,
): Decision<{ readonly dueAt: string }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  if (at < reviewDueAt(responsiblePlayOf.of(player).rules))
    return refuse("no_review_due", "No review of your limits is due.");
  return accept([limitsReviewed({ playerId })], { dueAt: instantOf(at + REVIEW_EVERY_MS) });
}

/** When a player is next asked to look at their limits, in milliseconds. */
export const reviewDueAt = ({ reviewedAt }: Pick<PlayRules, "reviewedAt">): number =>
  reviewedAt + REVIEW_EVERY_MS;

/** Withdraws a raise that was asked for. */
export function withdrawRaise(
  { playerId, kind, window }: OfLimit,
  { player }: LimitContext,
): Decision<LimitOutcome> {
  const found = pendingOf({ kind, window }, player);
  if ("refused" in found) return found;
  return accept([limitRaiseWithdrawn({ playerId, kind, window })], {
    amount: textOf(found.present),
    pending: null,
  });
}

function pendingOf(name: LimitName, player: Player) {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { amount: present, pending } = limitOf(responsiblePlayOf.of(player).rules, name);
  return pending === null
    ? refuse("no_raise", "No raise of this limit was requested.")
    : { ...pending, present };
}

/** Records that a limit kept its player from a stake or a deposit. */
export function noteLimitReached(
  { playerId, kind, window }: OfLimit,
  { player }: LimitContext,
): Decision<{ readonly playerId: string }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const { amount } = limitOf(responsiblePlayOf.of(player).rules, { kind, window });
  if (amount === null) return refuse("no_limit", "There is no such limit.");
  return accept([limitReached({ playerId, kind, window, amount })], { playerId });
}
