import type { Side } from "../../fairness/st1.ts";
import { groupedMinor, type Minor } from "../../kernel/money.ts";
import { instantOf } from "../../kernel/time.ts";
import type { SpectatorMessage } from "./contract.ts";

/** What one player of a game did: who, when, on which face, for what. */
export interface WatchedBet {
  readonly username: string;
  /** Milliseconds. */
  readonly at: number;
  readonly side: Side;
  /** Minor units, items at their values. */
  readonly value: Minor;
  /** Null where items are staked. */
  readonly currency: "RBX" | "TIX" | null;
  /** How many copies of items; 0 for a currency. */
  readonly copies: number;
}

/** How a game came to its end. */
export type WatchedEnd = { readonly at: number } & (
  | {
      readonly as: "settled";
      readonly result: Side;
      readonly winner: string;
      /** Minor units, items at their values; the currency is null for items. */
      readonly payout: Minor;
      readonly currency: "RBX" | "TIX" | null;
    }
  | { readonly as: "cancelled" | "expired" | "void" }
);

/** A game as spectators see it by its events: nothing in it is secret while the game runs. */
export interface WatchedGame {
  readonly id: string;
  readonly creator: WatchedBet;
  readonly joiner: (WatchedBet & { readonly round: number }) | null;
  readonly end: WatchedEnd | null;
}

/** The author of messages that no player wrote. */
const SYSTEM = "System";

interface Said extends Omit<SpectatorMessage, "id" | "position"> {
  readonly type: "system" | "bet";
}

const ENDS = {
  cancelled: "The coinflip was cancelled. The stake was returned.",
  expired: "Nobody joined in time. The stake was returned.",
  void: "The beacon did not come. Both stakes were returned.",
} as const;

const system = (at: number, message: string): Said => ({
  username: SYSTEM,
  message,
  timestamp: instantOf(at),
  type: "system",
});

function bet({ username, at, side, value, currency, copies }: WatchedBet): Said {
  const stake =
    currency === null
      ? `${copies} ${copies === 1 ? "limited" : "limiteds"} worth ${groupedMinor(value)} RBX`
      : `${groupedMinor(value)} ${currency}`;
  const message = `${username} bet ${stake} on ${side.toUpperCase()}.`;
  return { username, message, timestamp: instantOf(at), type: "bet" };
}

function ended(end: WatchedEnd): Said {
  if (end.as !== "settled") return system(end.at, ENDS[end.as]);
  const prize =
    end.currency === null
      ? `all limiteds, worth ${groupedMinor(end.payout)} RBX`
      : `${groupedMinor(end.payout)} ${end.currency}`;
  return system(end.at, `The coin landed on ${end.result.toUpperCase()}. ${end.winner} won ${prize}.`);
}

/** What is said of a coinflip, oldest first: at most five messages. */
export function chatOf({ creator, joiner, end }: WatchedGame): readonly Said[] {
  const said: Said[] = [
    system(creator.at, `${creator.username} opened a coinflip and is waiting for an opponent.`),
    bet(creator),
  ];
  if (joiner !== null)
    said.push(bet(joiner), system(joiner.at, `Round ${joiner.round} of the beacon will decide.`));
  if (end !== null) said.push(ended(end));
  return said;
}

/** What spectators read of a game, newest first. A message keeps its id as others follow. @param said oldest first */
export const chatShown = (gameId: string, said: readonly Said[]): SpectatorMessage[] =>
  said.map((message, index) => ({ id: `${gameId}:${index + 1}`, position: index + 1, ...message })).reverse();
