import { accept, type Decision, type Refusal } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { Minor } from "../../kernel/money.ts";
import { type RollingSum, rollingSumOf } from "../../kernel/rolling-sum.ts";
import type { RegisteredPlayer } from "../../player/player.ts";
import { type Actor, isAdmin, refusalOfActor } from "./admin.ts";
import { refusalOfFirst, refusalOfSecond, secondOf } from "./second.ts";

/** How long a claim is exclusive, in milliseconds. */
export const CLAIM_MS = 15 * 60 * 1_000;

/** The part of a request that every review needs: who asked, who claimed it, and who approved it. */
export interface Reviewed {
  readonly playerId: string;
  /** How it stands; `pending` while it waits for the review. */
  readonly status: string;
  /** The admin reviewing it, and until when in milliseconds. */
  readonly claim?: { readonly by: string; readonly until: number } | null;
}

/** Why somebody cannot review something at the moment; null when they can. @param noun such as `deposit` */
export function refusalOfReview(
  actorId: string,
  { actor, at }: { readonly actor: Actor; readonly at: number },
  { noun, reviewed }: { readonly noun: string; readonly reviewed: Reviewed | { readonly status: "absent" } },
): Refusal | null {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return refusal;
  if (!("playerId" in reviewed)) return unknownOf(noun);
  if (reviewed.playerId === actorId) return ownOf(noun);
  const { status, claim = null } = reviewed;
  if (status !== "pending") return { code: "already_reviewed", detail: `This ${noun} is already ${status}.` };
  if (claim !== null && claim.by !== actorId && claim.until > at)
    return { code: "claimed_by_other", detail: `Another admin is reviewing this ${noun}.` };
  return null;
}

/** What is under review, or why somebody cannot review it at the moment. @param noun such as `deposit` */
export function underReview<R extends Reviewed>(
  actorId: string,
  context: { readonly actor: Actor; readonly at: number },
  { noun, reviewed }: { readonly noun: string; readonly reviewed: R | { readonly status: "absent" } },
): R | { readonly refused: Refusal } {
  const refusal = refusalOfReview(actorId, context, { noun, reviewed });
  if (refusal !== null) return { refused: refusal };
  return "playerId" in reviewed ? reviewed : { refused: unknownOf(noun) };
}

/** What a review answers. @property approvals how many admins have approved it */
export type ReviewAnswer<Approved extends string = "approved"> = {
  readonly id: string;
  readonly status: "pending" | Approved | "rejected";
  readonly approvals: number;
};

/** What a claim answers. @property approvals how many admins have approved it @property until milliseconds */
export type ClaimAnswer = {
  readonly id: string;
  readonly status: "pending";
  readonly approvals: number;
  readonly until: number;
};

/** Takes something for review, alone for a while; claiming again begins the while anew. */
export function claimed(
  id: string,
  { at, first }: { readonly at: number; readonly first: unknown },
  event: (until: number) => NewEvent,
): Decision<ClaimAnswer> {
  const until = at + CLAIM_MS;
  return accept([event(until)], { id, status: "pending", approvals: first === null ? 0 : 1, until });
}

const inCode = (noun: string): string => noun.replaceAll("-", "");

/** @example unknownOf("cash-out").code // "unknown_cashout" */
export const unknownOf = (noun: string): Refusal => ({
  code: `unknown_${inCode(noun)}`,
  detail: `There is no such ${noun}.`,
});
/** @example ownOf("deposit").code // "own_deposit" */
export const ownOf = (noun: string): Refusal => ({
  code: `own_${inCode(noun)}`,
  detail: `You cannot review your own ${noun}.`,
});

/** What two approvals are decided on. */
export interface ApprovalContext {
  readonly actor: Actor;
  readonly at: number;
  /** Anybody as of the head: whose it is, and who approved it first. */
  readonly actorOf: (playerId: string) => Actor;
  /** How old an admin's role must be for a second approval, in milliseconds. */
  readonly roleMs: number;
}

/** The first approval, if it still counts: its admin still is one and may be paired with the second. */
export function firstThatCounts<F extends { readonly by: string }>(
  first: F | null,
  by: string,
  context: ApprovalContext,
): F | null {
  if (first === null) return null;
  const actor = context.actorOf(first.by);
  const counts =
    isAdmin(actor) &&
    refusalOfFirst(secondOf(first.by, actor), secondOf(by, context.actor), context) === null;
  return counts ? first : null;
}

/** Why somebody cannot give the second approval; null when they can, and where theirs is the first. */
export const refusalOfApprover = (
  first: { readonly by: string } | null,
  by: string,
  context: ApprovalContext,
): Refusal | null =>
  first === null
    ? null
    : refusalOfSecond(secondOf(by, context.actor), secondOf(first.by, context.actorOf(first.by)), context);

/** What was approved within 24 hours: for a player, and by an admin. */
export interface Counted {
  /** What came to the player. */
  readonly credited: RollingSum;
  /** What the player approved for others, as an admin. */
  readonly approved: RollingSum;
}

/** Whether a value, with the player's or reviewer's approvals of 24 hours, needs a second admin. */
export function isAboveThreshold(
  { by, playerId, value }: { readonly by: string; readonly playerId: string; readonly value: Minor },
  { actorOf, at }: ApprovalContext,
  { above, countedOf }: { readonly above: Minor; readonly countedOf: (player: RegisteredPlayer) => Counted },
): boolean {
  const sumOf = ({ player }: Actor, of: keyof Counted): Minor =>
    player.status === "registered" ? rollingSumOf(countedOf(player)[of], at) : 0n;
  const approved = [sumOf(actorOf(playerId), "credited"), sumOf(actorOf(by), "approved")];
  return approved.some((sum) => sum + value > above);
}

/** The outcome of an approval: the first of two, or the deciding one. */
export interface Approval {
  readonly isLast: boolean;
  /** Who approved it first, where it needed two. */
  readonly firstBy: string | null;
  /** How many admins have approved it now. */
  readonly approvals: number;
}

/**
 * Whether an approval is the last that is needed, or why it cannot be given.
 * @property needsTwo whether it takes two whatever it is worth
 */
export function approvalOf(
  approval: {
    readonly by: string;
    readonly playerId: string;
    readonly value: Minor;
    readonly needsTwo?: boolean;
  },
  context: ApprovalContext & { readonly first: { readonly by: string } | null },
  threshold: Parameters<typeof isAboveThreshold>[2],
): Approval | { readonly refused: Refusal } {
  const { by, needsTwo = false } = approval;
  const first = firstThatCounts(context.first, by, context);
  const bar = refusalOfApprover(first, by, context);
  if (bar !== null) return { refused: bar };
  if (first !== null) return { isLast: true, firstBy: first.by, approvals: 2 };
  const isLast = !(needsTwo || isAboveThreshold(approval, context, threshold));
  return { isLast, firstBy: null, approvals: 1 };
}
