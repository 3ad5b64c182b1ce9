import { z } from "zod";
import { type Account, platform, playerAccount } from "../../accounts/account.ts";
import { type Copy, moveCopy } from "../../accounts/item.ts";
import { copy } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent } from "../../kernel/events/event-definition.ts";
import { adminAct, confirmedBy, moneyMinorText, whole, withNote } from "../../kernel/events/payload.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Posting } from "../../ledger/posting.ts";
import { playerStream } from "../players/events.ts";
import { onApprovers } from "../roles/approvers.ts";
import { PROOFS } from "./rules.ts";

/** The stream of a withdrawal. */
export const withdrawalStream = (withdrawalId: string): StreamName => `withdrawal:${withdrawalId}`;
/** The account that holds the copy of a withdrawal until it has arrived, or goes back. */
export const withdrawalEscrow = (withdrawalId: string): Account => `escrow:${withdrawalId}`;

const ofPlayer = { withdrawalId: z.string(), playerId: z.string() };
const ofCopy = { ...ofPlayer, copy };
type OfPlayer = { readonly withdrawalId: string; readonly playerId: string };
type OfCopy = OfPlayer & { readonly copy: Copy };

const onBoth = <P extends JsonObject & OfPlayer>(payload: P, postings: readonly Posting[] = []) => ({
  streams: [withdrawalStream(payload.withdrawalId), playerStream(payload.playerId)] as const,
  payload,
  postings,
});
/** Gives the copy back to its player, in custody as before. */
const onBothBack = <P extends JsonObject & OfCopy>(payload: P) =>
  onBoth(
    payload,
    moveCopy(payload.copy, withdrawalEscrow(payload.withdrawalId), playerAccount(payload.playerId)),
  );

const reviews = { reviewers: ["reviews"] } as const;
const live = { ...reviews, player: ["inventory", "withdrawals", "notifications"] } as const;
const notice = { to: "player", type: "deposit", link: "/withdrawals" } as const;
const one = { withdrawalId: "w_1", playerId: "p_1" };
const oneCopy = { ...one, copy: "item:101:7" } as const;

/** A player asked for a copy to be sent to them at the platform. It is held from here on. */
export const withdrawalRequested = defineEvent({
  type: "WithdrawalRequested",
  payload: z.strictObject({
    ...ofCopy,
    /** The deposit that keeps the copy in custody. */
    depositId: z.string(),
  }),
  record: (payload) =>
    onBoth(
      payload,
      moveCopy(payload.copy, playerAccount(payload.playerId), withdrawalEscrow(payload.withdrawalId)),
    ),
  live,
  example: [{ ...oneCopy, depositId: "d_1" }],
});

/** An admin took a withdrawal for review, alone until an instant in milliseconds. */
export const withdrawalClaimed = defineEvent({
  type: "WithdrawalClaimed",
  payload: z.strictObject({ withdrawalId: z.string(), by: z.string(), until: whole }),
  record: (payload) => ({ streams: [withdrawalStream(payload.withdrawalId)], payload }),
  live: reviews,
  example: [{ withdrawalId: "w_1", by: "p_root", until: 1_767_269_400_000 }],
});

/** A first admin approved a withdrawal that needs two. */
export const withdrawalFirstApproved = defineEvent({
  type: "WithdrawalFirstApproved",
  payload: z.strictObject({ withdrawalId: z.string(), by: z.string() }),
  record: (payload) => ({ streams: [withdrawalStream(payload.withdrawalId)], payload }),
  live: reviews,
  example: [{ withdrawalId: "w_1", by: "p_root" }],
});

/** A withdrawal was approved, and waits for its trade. It is on the streams of its approvers: thresholds add up. */
export const withdrawalApproved = defineEvent({
  type: "WithdrawalApproved",
  payload: z.strictObject({
    ...ofPlayer,
    by: z.string(),
    /** Who approved it first, where it needed two. */
    firstBy: z.string().nullable(),
    /** What the copy counts as, in minor units of RBX. */
    value: moneyMinorText,
  }),
  record: (payload) => onApprovers(onBoth(payload)),
  live: { ...reviews, player: ["withdrawals"] },
  example: [{ ...one, by: "p_root", firstBy: "p_dora", value: "5000" }],
});

/** A withdrawal was rejected before it was approved. */
export const withdrawalRejected = defineEvent({
  type: "WithdrawalRejected",
  payload: z.strictObject({ ...ofCopy, by: z.string(), note: z.string() }),
  record: onBothBack,
  live,
  notify: {
    ...notice,
    title: "Withdrawal rejected",
    message: ({ note }) => withNote("Your item was not sent. You can use it here again.", note),
  },
  example: [{ ...oneCopy, by: "p_root", note: "Turn trading on." }],
});

/** A player took a withdrawal back before it was approved. */
export const withdrawalCancelled = defineEvent({
  type: "WithdrawalCancelled",
  payload: z.strictObject(ofCopy),
  record: onBothBack,
  live,
  example: [oneCopy],
});

/** An admin announces the trade of a copy, alone until an instant (ms); recorded before the trade is made. */
export const withdrawalSent = defineEvent({
  type: "WithdrawalSent",
  payload: z.strictObject({ ...ofPlayer, by: z.string(), until: whole }),
  record: (payload) => onBoth(payload),
  live: { ...reviews, player: ["withdrawals", "notifications"] },
  notify: {
    ...notice,
    title: "Item on its way",
    message: () =>
      "We are sending you your item in a trade. Accept it on the platform, then sync your inventory here.",
  },
  example: [{ ...one, by: "p_root", until: 1_767_874_200_000 }],
});

/** The platform showed the copy at another player: it has left the house, and does not go back into custody. */
export const withdrawalSeenElsewhere = defineEvent({
  type: "WithdrawalSeenElsewhere",
  payload: z.strictObject({
    ...ofPlayer,
    at: z.string(),
    /** When the platform was asked, in milliseconds. */
    seenAt: whole,
  }),
  record: ({ at, ...payload }) => ({
    streams: [withdrawalStream(payload.withdrawalId)],
    payload: { ...payload, at },
  }),
  live: reviews,
  example: [{ ...one, at: "p_2", seenAt: 1_767_355_800_000 }],
});

/** Two admins, in what they decided; nulls where nobody had to. */
const settled = {
  by: adminAct.by.nullable(),
  confirmedBy,
  reason: adminAct.reason.nullable(),
};

/** The copy is at its owner, or was: it leaves the books. The next sync takes it in again, on sight. */
export const withdrawalDone = defineEvent({
  type: "WithdrawalDone",
  payload: z.strictObject({ ...ofCopy, ...settled, proof: z.enum(PROOFS) }),
  record: (payload) =>
    onBoth(payload, moveCopy(payload.copy, withdrawalEscrow(payload.withdrawalId), platform)),
  live,
  notify: {
    ...notice,
    title: "Withdrawal complete",
    message: () => "Your item is in your account on the platform.",
  },
  example: [{ ...oneCopy, by: null, confirmedBy: null, reason: null, proof: "seen" }],
});

/** Two admins said that the house still has the copy: it goes back to its player, in custody. */
export const withdrawalReturned = defineEvent({
  type: "WithdrawalReturned",
  payload: z.strictObject({ ...ofCopy, ...adminAct, confirmedBy }),
  record: onBothBack,
  live,
  notify: {
    ...notice,
    title: "Withdrawal came back",
    message: ({ reason }) => withNote("Your item could not be sent. You can use it here again.", reason),
  },
  example: [{ ...oneCopy, by: "p_root", confirmedBy: "p_dora", reason: "The trade was declined." }],
});

export const withdrawalEvents = [
  withdrawalRequested,
  withdrawalClaimed,
  withdrawalFirstApproved,
  withdrawalApproved,
  withdrawalRejected,
  withdrawalCancelled,
  withdrawalSent,
  withdrawalSeenElsewhere,
  withdrawalDone,
  withdrawalReturned,
] as const;
export const isWithdrawalEvent = anyOf(...withdrawalEvents);
