import type { SettledGame } from "#domain/features/house-flips/contract.ts";
import { isOfItems } from "#web/features/house-flips/game-words.ts";
import { Badge } from "#web/ui/badge.tsx";

/** What was staked in a game: one of the currencies, or items. */
export function StakedBadge({ game }: { game: Pick<SettledGame, "gameType" | "currency"> }) {
  if (isOfItems(game)) return <Badge>Items</Badge>;
  if (game.currency === null) return null;
  return <Badge tone={game.currency === "RBX" ? "rbx" : "tix"}>{game.currency}</Badge>;
}
