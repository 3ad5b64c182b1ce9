import type { Copy } from "#domain/accounts/item.ts";
import { listingsOnSight } from "#projections/features/listings/listing-list.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import type { InventoryLook } from "#service/features/inventory/sync-inventory.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { closeGoneCommand } from "./commands.ts";

/** Whether the platform shows a copy at the player, on hold or not. */
export const isAt = (copy: Copy, { copies, onHold }: InventoryLook): boolean =>
  onHold.has(copy) || copies.some((seen) => seen.copy === copy);

/**
 * Closes listings whose copies the platform shows with another holder: the player's own that are gone, and others' that
 * this player has now. Runs before the sync, so that it finds the copies free.
 */
export async function closeGoneListings(
  { playerId, look }: { readonly playerId: string; readonly look: InventoryLook },
  { reads, writer, now }: Pick<Core, "reads" | "writer" | "now">,
): Promise<void> {
  const models = modelsNow({ reads, writer });
  const listed = await listingsOnSight(models, {
    sellerId: playerId,
    copies: look.copies.map(({ copy }) => copy),
  });
  for (const { listingId, sellerId, copy } of listed)
    if (sellerId !== playerId || !isAt(copy, look))
      await submitted(writer, closeGoneCommand(serviceOrigin(now()), listingId));
}
