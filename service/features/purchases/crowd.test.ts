import { expect, it } from "vitest";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { momentOf } from "#service/lab/testing/crowd.ts";
import { nextDelivery } from "./crowd.ts";

const sale = (given: Partial<PurchaseShown> = {}): PurchaseShown =>
  ({
    deliveryStatus: "awaiting_trade",
    hasLeftSeller: false,
    robloxTradeUrl: "https://www.roblox.com/users/1002/trade",
    listing: { limited: { robloxAssetId: 700_001 }, serialNumber: 7 },
    ...given,
  }) as PurchaseShown;

it("sends a paid item to its buyer at the platform", () => {
  expect(nextDelivery([sale({ deliveryStatus: "pending" }), sale()], momentOf())).toEqual({
    path: "/control/inventories",
    body: { assetId: 700_001, serial: 7, from: "demo_iris", to: "1002" },
    isAtPlatform: true,
  });
});

it("sends no item that is unpaid, already sent, or bought by an account unknown to the platform", () => {
  const rest = [
    sale({ deliveryStatus: "delivered" }),
    sale({ hasLeftSeller: true }),
    sale({ robloxTradeUrl: null }),
  ];
  expect(nextDelivery(rest, momentOf())).toBeNull();
});
