import { endpoints } from "#domain/features/contract.ts";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { type Act, habit, type Moment } from "#service/demo/crowd/habit.ts";

/** The account in a buyer's trade address. */
const ACCOUNT = /\/users\/(\d+)\//;

export const deliveryHabit = habit({
  name: "purchases",
  weight: 2,
  look: (ask) => ask(endpoints.sales),
  choose: nextDelivery,
});

/** Sends a paid item to its buyer, as a seller does, by a trade at the platform. */
export function nextDelivery(sales: readonly PurchaseShown[], { me }: Moment): Act | null {
  const sale = sales.find(
    ({ deliveryStatus, hasLeftSeller }) => deliveryStatus === "awaiting_trade" && !hasLeftSeller,
  );
  const to = ACCOUNT.exec(sale?.robloxTradeUrl ?? "")?.[1];
  if (sale === undefined || to === undefined) return null;
  const { limited, serialNumber } = sale.listing;
  const body = { assetId: limited.robloxAssetId, serial: serialNumber, from: me.username, to };
  return { path: "/control/inventories", body, isAtPlatform: true };
}
