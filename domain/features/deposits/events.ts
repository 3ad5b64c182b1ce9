import type { NewEvent, StreamName } from "../../kernel/event.ts";
import {
  type Account,
  type Currency,
  house,
  issuance,
  platform,
  playerAccount,
} from "../../ledger/account.ts";
import type { Copy } from "../../ledger/item.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { playerStream } from "../players/events.ts";

/** What a deposit is of: an amount of a currency in minor units, or copies of an item. */
export type DepositSubject =
  | { readonly type: "rbx" | "tix"; readonly asset: Currency; readonly amount: string }
  | {
      readonly type: "roblox_limited";
      /** The item's number in the catalogue, and at the platform. */
      readonly itemId: number;
      readonly assetId: number;
      readonly quantity: number;
    };

/** A player asked for a deposit. */
export type DepositRequested = NewEvent<
  "DepositRequested",
  { readonly depositId: string; readonly playerId: string; readonly wanted: DepositSubject }
>;
/** An admin took a deposit for review, alone until an instant in milliseconds. */
export type DepositClaimed = NewEvent<
  "DepositClaimed",
  { readonly depositId: string; readonly by: string; readonly until: number }
>;
/** A first admin approved a deposit that needs two; the second may not be the same. */
export type DepositApproved = NewEvent<
  "DepositApproved",
  {
    readonly depositId: string;
    readonly by: string;
    readonly note: string | null;
    readonly copies: readonly Copy[];
    /** Minor units; items at their values. */
    readonly value: string;
  }
>;
/** A deposit was approved, and credited with it. */
export type DepositCompleted = NewEvent<
  "DepositCompleted",
  {
    readonly depositId: string;
    readonly playerId: string;
    readonly by: string;
    /** Who approved it first, where it needed two. */
    readonly firstBy: string | null;
    readonly note: string | null;
    /** Copies that nobody had: credited from `platform`. */
    readonly credited: readonly Copy[];
    /** Copies that the player had on sight: in custody from now on, and not credited again. */
    readonly kept: readonly Copy[];
    readonly value: string;
  }
>;
/** A deposit was rejected. */
export type DepositRejected = NewEvent<
  "DepositRejected",
  { readonly depositId: string; readonly playerId: string; readonly by: string; readonly note: string }
>;
/** A player took a request back before anybody reviewed it. */
export type DepositCancelled = NewEvent<
  "DepositCancelled",
  { readonly depositId: string; readonly playerId: string }
>;
/** A credited deposit was taken back, as far as it was there; the house set aside the rest, which the player owes. */
export type DepositReversed = NewEvent<
  "DepositReversed",
  {
    readonly depositId: string;
    readonly playerId: string;
    readonly by: string;
    readonly reason: string;
    readonly asset: Currency | null;
    /** Minor units as text; "0" for items. */
    readonly taken: string;
    readonly owed: string;
    readonly copies: readonly Copy[];
  }
>;

/** On the player's stream: one more deposit that waits. */
export type DepositOpened = NewEvent<"DepositOpened", { readonly depositId: string }>;
/** On the player's stream: one deposit less that waits. `cancelled` since version 2. */
export type DepositClosed = NewEvent<
  "DepositClosed",
  { readonly depositId: string; readonly as: "completed" | "rejected" | "cancelled" }
>;
/**
 * On the stream of the player, and of each admin who approved it: a deposit was credited, and what it was worth. The
 * threshold of second approvals counts what one player and one admin come to in 24 hours.
 */
export type DepositCounted = NewEvent<
  "DepositCounted",
  {
    readonly depositId: string;
    readonly as: "credited" | "approved";
    /** Minor units; items at their values. */
    readonly value: string;
  }
>;
/** On the player's stream: a deposit was taken back, and what is owed for it. */
export type DepositTakenBack = NewEvent<
  "DepositTakenBack",
  {
    readonly depositId: string;
    readonly asset: Currency | null;
    readonly owed: string;
    readonly by: string;
  }
>;
/** On the player's stream: a part of a debt was paid from what came in. */
export type DebtPaid = NewEvent<
  "DebtPaid",
  { readonly depositId: string; readonly asset: Currency; readonly amount: string }
>;
/** On the player's stream: another admin wrote the rest of a debt off. */
export type DebtWrittenOff = NewEvent<
  "DebtWrittenOff",
  {
    readonly depositId: string;
    readonly asset: Currency;
    readonly amount: string;
    readonly by: string;
    readonly reason: string;
    /** Who confirmed it; null in logs from when one was enough. */
    readonly confirmedBy: string | null;
  }
>;

export type DepositEvent =
  | DepositRequested
  | DepositClaimed
  | DepositApproved
  | DepositCompleted
  | DepositRejected
  | DepositCancelled
  | DepositReversed;
export type DepositStandingEvent =
  | DepositOpened
  | DepositClosed
  | DepositCounted
  | DepositTakenBack
  | DebtPaid
  | DebtWrittenOff;

/** The stream of a deposit. */
export const depositStream = (depositId: string): StreamName => `deposit:${depositId}`;
/** The account of what the house has set aside for what a player owes. */
export const receivableAccount = (playerId: string): Account => `receivable:${playerId}`;

const onDeposit = <E extends DepositEvent>(
  type: E["type"],
  payload: E["payload"] & { readonly depositId: string },
  postings: readonly Posting[] = [],
): NewEvent => ({ type, schemaVersion: 1, stream: depositStream(payload.depositId), payload, postings });

const onPlayer = <E extends DepositStandingEvent>(
  type: E["type"],
  playerId: string,
  payload: E["payload"],
): NewEvent => ({ type, schemaVersion: 1, stream: playerStream(playerId), payload, postings: [] });

/** The event of a deposit that was asked for; it moves nothing. */
export const depositRequested = (payload: DepositRequested["payload"]): NewEvent =>
  onDeposit<DepositRequested>("DepositRequested", payload);

/** The event of a claim; it moves nothing. */
export const depositClaimed = (payload: DepositClaimed["payload"]): NewEvent =>
  onDeposit<DepositClaimed>("DepositClaimed", payload);

/** The event of a first approval of two; it moves nothing. */
export const depositApproved = (payload: DepositApproved["payload"]): NewEvent =>
  onDeposit<DepositApproved>("DepositApproved", payload);

/** The event that credits a deposit. @param wanted what it is of */
export function depositCompleted(payload: DepositCompleted["payload"], wanted: DepositSubject): NewEvent {
  const to = playerAccount(payload.playerId);
  const postings =
    wanted.type === "roblox_limited"
      ? payload.credited.flatMap((asset) => move({ from: platform, to, asset, amount: 1n }))
      : move({ from: issuance, to, asset: wanted.asset, amount: BigInt(wanted.amount) });
  return onDeposit<DepositCompleted>("DepositCompleted", payload, postings);
}

/** The event of a rejection; it moves nothing. */
export const depositRejected = (payload: DepositRejected["payload"]): NewEvent =>
  onDeposit<DepositRejected>("DepositRejected", payload);

/** The event of a request that its player took back; it moves nothing. */
export const depositCancelled = (payload: DepositCancelled["payload"]): NewEvent =>
  onDeposit<DepositCancelled>("DepositCancelled", payload);

/** The event that takes a deposit back; what is owed goes from the house into the player's receivable. */
export function depositReversed(payload: DepositReversed["payload"]): NewEvent {
  const { asset, playerId, copies } = payload;
  const from = playerAccount(playerId);
  const postings =
    asset === null
      ? copies.flatMap((copy) => move({ from, to: platform, asset: copy, amount: 1n }))
      : [
          ...move({ from, to: issuance, asset, amount: BigInt(payload.taken) }),
          ...move({ from: house, to: receivableAccount(playerId), asset, amount: BigInt(payload.owed) }),
        ];
  return onDeposit<DepositReversed>("DepositReversed", payload, postings);
}

/** The event of one more deposit of a player's that waits; it moves nothing. */
export const depositOpened = (playerId: string, depositId: string): NewEvent =>
  onPlayer<DepositOpened>("DepositOpened", playerId, { depositId });

/** The event of one deposit less of a player's that waits; it moves nothing. */
export const depositClosed = (playerId: string, payload: DepositClosed["payload"]): NewEvent => ({
  ...onPlayer<DepositClosed>("DepositClosed", playerId, payload),
  schemaVersion: 2,
});

/** The event that counts a credited deposit with somebody; what it moved stands in the deposit's own event. */
export const depositCounted = (playerId: string, payload: DepositCounted["payload"]): NewEvent =>
  onPlayer<DepositCounted>("DepositCounted", playerId, payload);

/** The event that tells a player's stream of a deposit taken back; what it moved stands in the deposit's own event. */
export const depositTakenBack = (playerId: string, payload: DepositTakenBack["payload"]): NewEvent =>
  onPlayer<DepositTakenBack>("DepositTakenBack", playerId, payload);

/** The event of a payment on a debt: the player repays the house, and what it had set aside leaves the books. */
export function debtPaid(playerId: string, payload: DebtPaid["payload"]): NewEvent {
  const { asset } = payload;
  const amount = BigInt(payload.amount);
  const postings = [
    ...move({ from: playerAccount(playerId), to: house, asset, amount }),
    ...move({ from: receivableAccount(playerId), to: issuance, asset, amount }),
  ];
  return { ...onPlayer<DebtPaid>("DebtPaid", playerId, payload), postings };
}

/** The event of a debt that is given up: what the house had set aside leaves the books, at its own cost. */
export function debtWrittenOff(playerId: string, payload: DebtWrittenOff["payload"]): NewEvent {
  const { asset } = payload;
  const amount = BigInt(payload.amount);
  const postings = move({ from: receivableAccount(playerId), to: issuance, asset, amount });
  return { ...onPlayer<DebtWrittenOff>("DebtWrittenOff", playerId, payload), schemaVersion: 2, postings };
}
