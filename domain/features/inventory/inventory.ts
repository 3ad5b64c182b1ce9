import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { inventoryStream, isInventoryEvent } from "./events.ts";

/**
 * What was seen of a player's inventory at the platform. A copy that a player holds **on sight** is there because the
 * platform showed it at that player: when it is gone from there, it goes back, and when it is seen at another player,
 * it moves. A copy held otherwise (won, or in custody) is permanent: no sync takes it away. Each copy is on
 * sight at one player at most.
 */
export type Inventory = {
  /** Copies held on sight, staked ones included. */
  readonly sighted: { readonly [copy: string]: true };
  /** When the newest listing was asked for, in milliseconds. */
  readonly listedAt: number;
};

const initialInventory: Inventory = { sighted: {}, listedAt: 0 };

/** Follows a player's inventory by one event. */
function evolveInventory(inventory: Inventory, event: RecordedEvent): Inventory {
  if (!isInventoryEvent(event)) return inventory;
  const sighted: { [copy: string]: true } = { ...inventory.sighted };
  if (event.type === "SightingsEnded") {
    for (const copy of event.payload.copies) delete sighted[copy];
    return { ...inventory, sighted };
  }
  const { credited, moved, confirmed, returned, listedAt } = event.payload;
  for (const { copy } of [...credited, ...moved, ...confirmed]) sighted[copy] = true;
  for (const copy of returned) delete sighted[copy];
  return { sighted, listedAt: Math.max(inventory.listedAt, listedAt) };
}

/** Whether a player holds a copy on sight, or has staked one so held. */
export const isSighted = (inventory: Inventory, copy: string): boolean =>
  Object.hasOwn(inventory.sighted, copy);

/** How this state follows its stream. */
export const inventoryStreamKind: StreamKind<Inventory> = {
  kind: "inventory",
  foldVersion: 1,
  initial: initialInventory,
  evolve: evolveInventory,
};

/** The stream of a player's inventory. */
export const readOfInventory = (playerId: string): StreamRead<Inventory> => ({
  kind: inventoryStreamKind,
  name: inventoryStream(playerId),
});
