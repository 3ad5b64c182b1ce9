import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";

const OF_ITEMS: readonly string[] = ["limiteds_coinflip", "coinflip_vs_bot"];

/**
 * What the figures of a game are in; items count at their value in RBX. Of a game between players for a currency a
 * history does not tell: it is that of the creator's side, whoever looks.
 * @example gameCurrency({ gameType: "coinflip", betSide: "tix" }) // "TIX"
 */
export const gameCurrency = ({
  gameType,
  betSide,
}: Pick<GameHistoryEntry, "gameType" | "betSide">): string =>
  gameType === "coinflip" ? betSide.toUpperCase() : OF_ITEMS.includes(gameType) ? "RBX" : "";
