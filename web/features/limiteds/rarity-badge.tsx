import { Badge } from "#web/ui/badge.tsx";

const NAMED = ["legendary", "epic", "rare", "common"] as const;

/** How rare an item is, by word and colour; a rarity without a colour of its own is grey. */
export function RarityBadge({ rarity }: { rarity: string }) {
  const tone = NAMED.find((name) => name === rarity) ?? "neutral";
  return <Badge tone={tone}>{rarity.charAt(0).toUpperCase() + rarity.slice(1)}</Badge>;
}
