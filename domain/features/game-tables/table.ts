import type { Account, Currency } from "../../accounts/account.ts";
import type { StreamName } from "../../kernel/events/event.ts";

/** What players can make games of. */
export const GAME_TYPES = ["coinflip", "jackpot", "crash"] as const;
export type GameType = (typeof GAME_TYPES)[number];

/** A table: one player-made game in one currency. It has at most one round at a time. */
export interface TableName {
  readonly gameType: GameType;
  readonly gameId: string;
  readonly currency: Currency;
}

/**
 * The stream of a table.
 * @example tableStream({ gameType: "crash", gameId: "g", currency: "RBX" }) // "crash-table:g:RBX"
 */
export const tableStream = ({ gameType, gameId, currency }: TableName): StreamName =>
  `${gameType}-table:${gameId}:${currency}`;

const TABLE_STREAM = /^[a-z]+-table:([^:]+):[A-Z]+$/;

/** The game of a table's stream; null for other streams. */
export const gameOfTable = (stream: StreamName): string | null => TABLE_STREAM.exec(stream)?.[1] ?? null;

/** The account that holds the stakes of a round, and what the house put in. */
export const roundEscrow = (roundId: string): Account => `escrow:${roundId}`;
