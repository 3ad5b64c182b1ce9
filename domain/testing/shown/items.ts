import type { UserLimited } from "../../features/inventory/contract.ts";
import type { Limited } from "../../features/limiteds/contract.ts";
import { DAY_MS } from "../../kernel/time.ts";

/** An item of the catalogue. */
export const aLimited = (change: Partial<Limited> = {}): Limited => ({
  id: 7,
  robloxAssetId: 1029025,
  name: "Valkyrie Helm",
  description: "A helm with wings.",
  imageUrl: "/api/limiteds/1029025/picture",
  rarity: "epic",
  estimatedValue: "125000.00",
  isCollectible: true,
  // Of late, whenever the tests run: older values do not count for stakes.
  valueAt: new Date(Date.now() - DAY_MS).toISOString(),
  valueSource: "median_of_daily_prices",
  ...change,
});

/** An entry of the player's inventory: a copy with a serial number. */
export const anOwned = (change: Partial<UserLimited> = {}): UserLimited => {
  const limited = change.limited ?? aLimited();
  return {
    id: 70,
    userId: "01JPLAYER",
    assetId: limited.robloxAssetId,
    limitedId: limited.robloxAssetId,
    itemName: limited.name,
    itemValue: limited.estimatedValue,
    serialNumber: 42,
    assetType: 8,
    quantity: 1,
    dateAcquired: "2026-11-19T10:00:00.000Z",
    lastSynced: "2026-11-20T10:00:00.000Z",
    inPlay: false,
    inCustody: true,
    limited,
    ...change,
  };
};
