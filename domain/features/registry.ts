import type { EventType, StreamKind } from "../kernel/stream-kind.ts";
import { type Bank, evolveBank, initialBank } from "./bank/bank.ts";
import type { InventoryEvent } from "./inventory/events.ts";
import { evolveInventory, type Inventory, initialInventory } from "./inventory/inventory.ts";
import { type Catalogue, emptyCatalogue, evolveCatalogue } from "./limiteds/catalogue.ts";
import type { LimitedsListed, LimitedsValued } from "./limiteds/events.ts";
import { evolvePlayer, initialPlayer, type Player, type PlayerEvent } from "./players/player.ts";

/** Every event type this program can read. A process that meets another stops writing. */
export const eventTypes: { readonly [type: string]: EventType } = {
  BankFunded: { schemaVersion: 1, upcasters: [] },
  PlayerRegistered: { schemaVersion: 1, upcasters: [] },
  CoinFlipped: { schemaVersion: 1, upcasters: [] },
  SeedPairRotated: { schemaVersion: 1, upcasters: [] },
  LimitedsListed: { schemaVersion: 1, upcasters: [] },
  LimitedsValued: { schemaVersion: 1, upcasters: [] },
  InventorySynced: { schemaVersion: 1, upcasters: [] },
  SightingsEnded: { schemaVersion: 1, upcasters: [] },
  WriterRecovered: { schemaVersion: 1, upcasters: [] },
};

export const playerStreams: StreamKind<Player> = {
  kind: "player",
  foldVersion: 1,
  initial: initialPlayer,
  evolve: (player, event) => evolvePlayer(player, event as unknown as PlayerEvent),
  secrets: (player) =>
    player.status === "registered" ? [player.serverSeedHash, player.nextServerSeedHash] : [],
};

export const bankStreams: StreamKind<Bank> = {
  kind: "bank",
  foldVersion: 1,
  initial: initialBank,
  evolve: evolveBank,
};

/** The log's own stream has nothing to fold. */
export const logStreams: StreamKind<null> = {
  kind: "log",
  foldVersion: 1,
  initial: null,
  evolve: () => null,
};

export const catalogueStreams: StreamKind<Catalogue> = {
  kind: "limiteds",
  foldVersion: 1,
  initial: emptyCatalogue,
  evolve: (catalogue, event) =>
    evolveCatalogue(catalogue, event as unknown as LimitedsListed | LimitedsValued),
};

export const inventoryStreams: StreamKind<Inventory> = {
  kind: "inventory",
  foldVersion: 1,
  initial: initialInventory,
  evolve: (inventory, event) => evolveInventory(inventory, event as unknown as InventoryEvent),
};

/** Every kind of stream that this program can fold. */
export const streamKinds: readonly StreamKind<unknown>[] = [
  playerStreams,
  bankStreams,
  logStreams,
  catalogueStreams,
  inventoryStreams,
] as StreamKind<unknown>[];
