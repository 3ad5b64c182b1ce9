import { endpoints } from "#domain/features/contract.ts";
import type { Site } from "./site.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Signs in players whose synced inventories contain these items, each copy with a serial number.
 * @param prefix of their names, which are numbered
 */
export function collectors(site: Site, prefix: string): (...items: readonly number[]) => Promise<Visitor> {
  let names = 0;
  return async (...items) => {
    names += 1;
    const name = `${prefix}_${names}`;
    const player = await site.player(name);
    const copies = items.map((assetId, n) => ({
      assetId,
      instance: `${name.replaceAll("_", "-")}-${n}`,
      serial: n + 1,
      isOnHold: false,
    }));
    site.sandbox.inventories.set(name, copies);
    (await player.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    return player;
  };
}
