import {
  type AwaitedTrade,
  awaitedOf,
  overdueTrades,
} from "#projections/features/purchases/purchase-list.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import { inventory } from "#service/features/inventory/feature.ts";
import { type InventoryLook, lookAtInventory } from "#service/features/inventory/sync-inventory.ts";
import { isAt } from "#service/features/listings/gone.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import { endTradeCommand, seenCommand } from "./commands.ts";

type Needs = Pick<Core, "db" | "reads" | "writer" | "now">;
/** Records what a look at the buyer's or seller's inventory shows of a trade. */
async function tell(
  { purchase_id: purchaseId, buyer_id: buyerId, copy }: AwaitedTrade,
  { playerId, look }: { readonly playerId: string; readonly look: InventoryLook },
  { writer, now }: Needs,
): Promise<void> {
  const isHere = isAt(copy, look);
  if ((playerId === buyerId) !== isHere) return;
  const where = isHere ? "buyer" : "elsewhere";
  const seen = { purchaseId, seenAt: look.listedAt, where } as const;
  await submitted(writer, seenCommand(serviceOrigin(now()), seen));
}

/** Advances the trades that an inventory shows: the item is at its buyer, or has left its seller. */
export async function hearOfTrades(playerId: string, look: InventoryLook, core: Needs): Promise<void> {
  for (const trade of await awaitedOf(modelsNow(core), playerId)) await tell(trade, { playerId, look }, core);
}

/** Ends an overdue trade, after requesting both sides' inventories from the platform. */
async function end(trade: AwaitedTrade, core: Core): Promise<void> {
  const { purchase_id: purchaseId, buyer_id: buyerId, seller_id: sellerId } = trade;
  for (const playerId of [buyerId, sellerId]) {
    const look = await lookAtInventory(playerId, { ...core, ...inventory.of(core) }).catch(
      (error: unknown) => {
        if (error instanceof PlatformTrouble) return null;
        throw error;
      },
    );
    if (look !== null) await tell(trade, { playerId, look }, core);
  }
  await submitted(core.writer, endTradeCommand(serviceOrigin(core.now()), purchaseId));
}

/** Ends all overdue trades. @param quietly runs one step, and reports its failure */
export async function endTrades(
  core: Core,
  {
    max,
    quietly,
  }: { readonly max: number; readonly quietly: (id: string, work: () => Promise<void>) => Promise<void> },
): Promise<void> {
  for (const trade of await overdueTrades(modelsNow(core), core.now(), max))
    await quietly(trade.purchase_id, () => end(trade, core));
}
