import { type Account, type Asset, platform, playerAccount } from "../../../accounts/account.ts";
import { type Copy, copyOf, INSTANCE_PATTERN } from "../../../accounts/item.ts";
import { accept, type Decision, type Refusal, refuse } from "../../../kernel/decision.ts";
import type { NewEvent } from "../../../kernel/events/event.ts";
import type { Minor } from "../../../kernel/money.ts";
import { sightingsEnded } from "../../inventory/events.ts";
import { type Inventory, isSighted } from "../../inventory/inventory.ts";
import { type Catalogue, reviewValueOf } from "../../limiteds/catalogue.ts";
import { refusalOfDepositor } from "../../responsible-play/play.ts";
import type { Actor } from "../../roles/admin.ts";
import {
  type ApprovalContext,
  type ClaimAnswer,
  claimed,
  firstThatCounts,
  isAboveThreshold,
  ownOf,
  type ReviewAnswer,
  refusalOfApprover,
  refusalOfReview,
  unknownOf,
} from "../../roles/review.ts";
import type { Deposit, PendingDeposit } from "../deposit.ts";
import { depositor } from "../depositor.ts";
import {
  type DepositSubject,
  depositApproved,
  depositClaimed,
  depositCompleted,
  depositRejected,
} from "../events.ts";

/** The deposit under review. */
export interface Review {
  readonly actorId: string;
  readonly depositId: string;
}

/** What every review depends on. @property at milliseconds */
export interface ReviewContext {
  readonly actor: Actor;
  readonly deposit: Deposit;
  readonly at: number;
}

const refusalOf = ({ actorId }: Review, context: ReviewContext): Refusal | null =>
  refusalOfReview(actorId, context, { noun: "deposit", reviewed: context.deposit });

export const UNKNOWN: Refusal = unknownOf("deposit");
export const OWN: Refusal = ownOf("deposit");

/** Takes a deposit for review. */
export function claimDeposit(review: Review, context: ReviewContext): Decision<ClaimAnswer> {
  const refusal = refusalOf(review, context);
  if (refusal !== null) return { refused: refusal };
  const { first } = context.deposit as PendingDeposit;
  const { actorId: by, depositId } = review;
  return claimed(depositId, { at: context.at, first }, (until) => depositClaimed({ depositId, by, until }));
}

/** Rejects a deposit, with a note for the player. */
export function rejectDeposit(
  review: Review & { readonly note: string },
  context: ReviewContext,
): Decision<ReviewAnswer<"completed">> {
  const refusal = refusalOf(review, context);
  if (refusal !== null) return { refused: refusal };
  const { playerId } = context.deposit as PendingDeposit;
  const { actorId: by, depositId, note } = review;
  const rejected = depositRejected({ depositId, playerId, by, note });
  return accept([rejected], { id: depositId, status: "rejected", approvals: 0 });
}

export interface ApproveDeposit extends Review {
  /** The platform's ids of the copies received; null where none are named. */
  readonly instances: readonly string[] | null;
  readonly note: string | null;
}

/** What else an approval depends on: the ledger, the player's sightings, and item values. */
export interface ApproveContext extends ReviewContext, ApprovalContext {
  readonly holding: (account: Account, asset: Asset) => bigint;
  readonly inventoryOf: (playerId: string) => Inventory;
  /** The player who last had a copy on sight: a hint, the player's stream decides. */
  readonly sightedAt: (copy: Copy) => string | null;
  /** The other log that holds a copy or is being sent it; null for none, undefined if not all answered. */
  readonly keptIn: (copy: Copy) => number | null | undefined;
  readonly catalogue: () => Pick<Catalogue, "items">;
  /** Above this a second admin has to approve too, in minor units. */
  readonly secondApprovalAbove: Minor;
}

/**
 * Approves a deposit. The same event credits it, unless its value needs a second admin and this is the first. Copies
 * that the player has on sight, or won from somebody who had, go into custody instead of being credited again.
 */
export function approveDeposit(
  command: ApproveDeposit,
  context: ApproveContext,
): Decision<ReviewAnswer<"completed">> {
  const refusal = refusalOf(command, context);
  if (refusal !== null) return { refused: refusal };
  const { actorId: by, depositId, note } = command;
  const pending = context.deposit as PendingDeposit;
  const first = firstThatCounts(pending.first, by, context);
  const { playerId, wanted } = pending;
  const bar = refusalOfApprover(first, by, context) ?? refusalOfCredit(pending, context);
  if (bar !== null) return { refused: bar };
  const named = copiesNamed(command.instances, { wanted, first });
  if ("refused" in named) return named;
  const away = refusalOfKept(named.copies, context);
  if (away !== null) return { refused: away };
  const found = whereabouts(named.copies, playerId, context);
  if ("refused" in found) return found;
  const value = worthOf(wanted, context);
  const seenElsewhere = found.sightings.flatMap(([at, copies]) => (at === playerId ? [] : copies));
  const unseen = [...found.credited, ...seenElsewhere];
  if (first === null && needsSecond({ by, playerId, value, unseen }, context)) {
    const approved = depositApproved({ depositId, by, note, copies: named.copies, value: String(value) });
    return accept([approved], { id: depositId, status: "pending", approvals: 1 });
  }
  const { credited, kept } = found;
  const events: NewEvent[] = found.sightings.map(([from, copies]) => sightingsEnded(from, copies));
  const firstBy = first?.by ?? null;
  events.push(
    depositCompleted(
      { depositId, playerId, by, firstBy, note, credited, kept, value: String(value) },
      wanted,
    ),
  );
  return accept(events, { id: depositId, status: "completed", approvals: first === null ? 1 : 2 });
}

/**
 * Why an amount cannot be credited now: the player's limits may have changed since the request, which already counts.
 * Items are theirs in any case.
 */
function refusalOfCredit(
  { playerId, wanted }: PendingDeposit,
  { actorOf, at }: Pick<ApprovalContext, "actorOf" | "at">,
): Refusal | null {
  if (wanted.type === "roblox_limited") return null;
  if (refusalOfDepositor(actorOf(playerId).player, { at, value: 0n }) === null) return null;
  const detail =
    "This player may not deposit now, because of their limits or break, their age or their location.";
  return { code: "depositor_barred", detail };
}

/** Whether an approval needs a second one: above the threshold, and for copies never seen with the player. */
function needsSecond(
  {
    unseen,
    ...approval
  }: {
    readonly by: string;
    readonly playerId: string;
    readonly value: Minor;
    /** Copies that nobody had: the platform has not shown them in the player's inventory. */
    readonly unseen: readonly Copy[];
  },
  context: ApproveContext,
): boolean {
  const threshold = { above: context.secondApprovalAbove, countedOf: depositor.of.bind(depositor) };
  return unseen.length > 0 || isAboveThreshold(approval, context, threshold);
}

/** What a deposit is worth, in minor units. */
function worthOf(wanted: DepositSubject, { catalogue }: ApproveContext): Minor {
  if (wanted.type !== "roblox_limited") return BigInt(wanted.amount);
  return (reviewValueOf(catalogue(), wanted.assetId) ?? 0n) * BigInt(wanted.quantity);
}

type Refused = { readonly refused: Refusal };
interface Whereabouts {
  readonly credited: readonly Copy[];
  readonly kept: readonly Copy[];
  /** The kept copies by the player who has them on sight. */
  readonly sightings: readonly (readonly [playerId: string, copies: readonly Copy[]])[];
}

/** The copies of an approval: as many as the deposit has, and the same at both approvals. */
function copiesNamed(
  instances: readonly string[] | null,
  { wanted, first }: Pick<PendingDeposit, "wanted" | "first">,
): { readonly copies: readonly Copy[] } | Refused {
  if (wanted.type !== "roblox_limited") {
    if (instances === null || instances.length === 0) return { copies: [] };
    return refuse("wrong_copies", "A currency deposit has no copies.");
  }
  if (instances === null && first !== null) return { copies: first.copies };
  const { assetId, quantity } = wanted;
  const wellNamed = (instances ?? []).filter((instance) => INSTANCE_PATTERN.test(instance));
  const copies = [...new Set(wellNamed)].map((instance) => copyOf(assetId, instance));
  if (copies.length !== quantity || instances?.length !== quantity) {
    const what = quantity === 1 ? "the copy" : `the ${quantity} different copies`;
    return refuse("wrong_copies", `Give the platform ids of ${what} received, in instances.`);
  }
  if (first !== null && copies.some((copy) => !first.copies.includes(copy))) {
    const facts = { copies: first.copies };
    return refuse("wrong_copies", "The first approval named other copies.", facts);
  }
  return { copies };
}

/** Why copies cannot be taken into custody: another log has them there, or may have them. */
function refusalOfKept(copies: readonly Copy[], { keptIn }: Pick<ApproveContext, "keptIn">): Refusal | null {
  const kept = copies.filter((copy) => typeof keptIn(copy) === "number");
  if (kept.length > 0) {
    const named = kept.map((copy) => `${copy} in log ${keptIn(copy)}`).join(", ");
    const detail = `Some copies are in custody in another log: ${named}. Check which trade brought them.`;
    return { code: "kept_elsewhere", detail, facts: { copies: kept } };
  }
  if (copies.every((copy) => keptIn(copy) === null)) return null;
  const detail = "Not every other log could be asked whether it has these items. Nothing was approved.";
  return { code: "log_unavailable", detail };
}

/**
 * Which copies are credited, and which the player holds that are on sight with somebody, and with whom; copies
 * elsewhere cannot be taken.
 */
function whereabouts(
  copies: readonly Copy[],
  playerId: string,
  { holding, inventoryOf, sightedAt }: ApproveContext,
): Whereabouts | Refused {
  const mine = playerAccount(playerId);
  const credited = copies.filter((copy) => holding(platform, copy) === 0n);
  const sightings = new Map<string, Copy[]>();
  for (const copy of copies) {
    const at =
      [playerId, sightedAt(copy)].find((one) => one !== null && isSighted(inventoryOf(one), copy)) ?? null;
    if (at === null || holding(mine, copy) !== 1n) continue;
    sightings.set(at, [...(sightings.get(at) ?? []), copy]);
  }
  const kept = copies.filter((copy) => [...sightings.values()].some((some) => some.includes(copy)));
  const others = copies.filter((copy) => !credited.includes(copy) && !kept.includes(copy));
  if (others.length === 0) return { credited, kept, sightings: [...sightings] };
  const detail = `Some copies are staked, in custody or held by someone else: ${others.join(", ")}.`;
  return refuse("copies_not_free", detail, { copies: others });
}
