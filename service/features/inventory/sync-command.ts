import { platform, playerAccount } from "#domain/accounts/account.ts";
import type { SyncAnswer } from "#domain/features/inventory/contract.ts";
import { readOfInventory } from "#domain/features/inventory/inventory.ts";
import { type SyncInventory, syncInventory } from "#domain/features/inventory/sync.ts";
import { readOfCatalogue } from "#domain/features/limiteds/catalogue.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { HoldingRead, Reads, Submission } from "#service/event-store/commands/submission.ts";

/** The command of one part of a sync. */
export function syncCommand(origin: CommandOrigin, command: SyncInventory): Submission<SyncAnswer> {
  return {
    ...origin,
    reads: () => readsOf(command),
    decide: (view) => {
      const inventoryOf = (playerId: string) => view.stream(readOfInventory(playerId));
      return syncInventory(command, {
        inventory: inventoryOf(command.playerId),
        inventoryOf,
        catalogue: view.stream(readOfCatalogue),
        holding: (account, asset) => view.holding(account, asset),
      });
    },
  };
}

/** Every account that may hold one of the copies, and every inventory that may have one on sight. */
function readsOf({ playerId, listed, absent }: SyncInventory): Reads {
  const mine = playerAccount(playerId);
  const holdings: HoldingRead[] = absent.flatMap((asset) => [
    { account: mine, asset },
    { account: platform, asset },
  ]);
  const players = new Set([playerId]);
  for (const { copy: asset, holder, sightedAt } of listed) {
    holdings.push({ account: mine, asset }, { account: platform, asset });
    if (holder !== null && holder !== mine) holdings.push({ account: holder, asset });
    if (holder?.startsWith("player:")) players.add(holder.slice("player:".length));
    if (sightedAt !== null) players.add(sightedAt);
  }
  const streams = [...players].map(readOfInventory);
  return { streams: [...streams, readOfCatalogue], holdings };
}
