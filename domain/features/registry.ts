import type { DomainFeature } from "../kernel/feature.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { EventType, StreamKind } from "../kernel/stream-kind.ts";
import { logStreamKind, writerRecovered } from "../ledger/recovery.ts";
import { features } from "./all.ts";
import { type Bank, evolveBank, initialBank } from "./bank/bank.ts";
import { itemsFlippedFrom1 } from "./bot-flips/events.ts";
import { type Deposit, evolveDeposit, initialDeposit } from "./deposits/deposit.ts";
import type { DepositEvent } from "./deposits/events.ts";
import { evolveStakingStatus, initialStakingStatus, type StakingStatus } from "./halts/halt.ts";
import type { InventoryEvent } from "./inventory/events.ts";
import { evolveInventory, type Inventory, initialInventory } from "./inventory/inventory.ts";
import { type Catalogue, emptyCatalogue, evolveCatalogue } from "./limiteds/catalogue.ts";
import { type CatalogueEvent, limitedsListedFrom1, limitedsValuedFrom1 } from "./limiteds/events.ts";
import {
  type Coinflip,
  coinflipSecrets,
  evolveCoinflip,
  initialCoinflip,
} from "./live-coinflips/coinflip.ts";
import { type CoinflipEvent, coinflipJoinedFrom1, coinflipOpenedFrom1 } from "./live-coinflips/events.ts";
import { evolvePlayer, initialPlayer, type Player, type PlayerEvent } from "./players/player.ts";
import type { ProposalEvent } from "./proposals/events.ts";
import { evolveProposals, initialProposals, type Proposals } from "./proposals/proposals.ts";
import type { SettingsChanged } from "./settings/events.ts";
import { evolveSettings, initialSettings, type Settings } from "./settings/settings.ts";

/** For a version that only adds to the values that a field may have. */
const sameShape = (payload: JsonObject): JsonObject => payload;

/** What one admin did before it needed two names nobody who confirmed it. */
const byOne = (payload: JsonObject): JsonObject => ({ ...payload, confirmedBy: null });

const declared = [writerRecovered, ...features.flatMap((feature: DomainFeature) => feature.events ?? [])];

/** Every event type this program can read. A process that meets another stops writing. */
export const eventTypes: { readonly [type: string]: EventType } = {
  ...Object.fromEntries(declared.map((event) => [event.type, event])),
  PlayerRegistered: { version: 1, upcasters: [] },
  CoinFlipped: { version: 1, upcasters: [] },
  ItemsFlipped: { version: 2, upcasters: [itemsFlippedFrom1] },
  SeedPairRotated: { version: 1, upcasters: [] },
  CoinflipOpened: { version: 2, upcasters: [coinflipOpenedFrom1] },
  CoinflipJoined: { version: 2, upcasters: [coinflipJoinedFrom1] },
  CoinflipSettled: { version: 1, upcasters: [] },
  CoinflipCancelled: { version: 1, upcasters: [] },
  CoinflipExpired: { version: 1, upcasters: [] },
  CoinflipVoided: { version: 1, upcasters: [] },
  CoinflipOffered: { version: 1, upcasters: [] },
  CoinflipOfferEnded: { version: 1, upcasters: [] },
  CoinflipPlayed: { version: 1, upcasters: [] },
  LimitedsListed: { version: 2, upcasters: [limitedsListedFrom1] },
  LimitedsValued: { version: 2, upcasters: [limitedsValuedFrom1] },
  LimitedValueOverridden: { version: 2, upcasters: [byOne] },
  LimitedValueOverrideLifted: { version: 2, upcasters: [byOne] },
  InventorySynced: { version: 1, upcasters: [] },
  SightingsEnded: { version: 1, upcasters: [] },
  RoleGranted: { version: 2, upcasters: [byOne] },
  RoleRevoked: { version: 1, upcasters: [] },
  PlayerSuspended: { version: 1, upcasters: [] },
  SuspensionLifted: { version: 2, upcasters: [byOne] },
  SessionsEnded: { version: 1, upcasters: [] },
  DepositRequested: { version: 1, upcasters: [] },
  DepositClaimed: { version: 1, upcasters: [] },
  DepositApproved: { version: 1, upcasters: [] },
  DepositCompleted: { version: 1, upcasters: [] },
  DepositRejected: { version: 1, upcasters: [] },
  DepositCancelled: { version: 1, upcasters: [] },
  DepositReversed: { version: 1, upcasters: [] },
  DepositOpened: { version: 1, upcasters: [] },
  DepositClosed: { version: 2, upcasters: [sameShape] },
  DepositCounted: { version: 1, upcasters: [] },
  DepositTakenBack: { version: 1, upcasters: [] },
  DebtPaid: { version: 1, upcasters: [] },
  DebtWrittenOff: { version: 2, upcasters: [byOne] },
  StakesHalted: { version: 1, upcasters: [] },
  StakesResumed: { version: 2, upcasters: [byOne] },
  SettingsChanged: { version: 2, upcasters: [byOne] },
  ProposalMade: { version: 1, upcasters: [] },
  ProposalConfirmed: { version: 1, upcasters: [] },
  ProposalWithdrawn: { version: 1, upcasters: [] },
  RebuildAsked: { version: 1, upcasters: [] },
};

export const playerStreamKind: StreamKind<Player> = {
  kind: "player",
  foldVersion: 5,
  initial: initialPlayer,
  evolve: (player, event) => evolvePlayer(player, event as unknown as PlayerEvent),
  secrets: (player) =>
    player.status === "registered" ? [player.serverSeedHash, player.nextServerSeedHash] : [],
};

export const coinflipStreamKind: StreamKind<Coinflip> = {
  kind: "coinflip",
  foldVersion: 2,
  initial: initialCoinflip,
  evolve: (coinflip, event) => evolveCoinflip(coinflip, event as unknown as CoinflipEvent),
  secrets: coinflipSecrets,
};

export const depositStreamKind: StreamKind<Deposit> = {
  kind: "deposit",
  foldVersion: 2,
  initial: initialDeposit,
  evolve: (deposit, event) => evolveDeposit(deposit, event as unknown as DepositEvent),
};

export const bankStreamKind: StreamKind<Bank> = {
  kind: "bank",
  foldVersion: 1,
  initial: initialBank,
  evolve: evolveBank,
};

export const haltStreamKind: StreamKind<StakingStatus> = {
  kind: "stakes",
  foldVersion: 1,
  initial: initialStakingStatus,
  evolve: evolveStakingStatus,
};

export const catalogueStreamKind: StreamKind<Catalogue> = {
  kind: "limiteds",
  foldVersion: 5,
  initial: emptyCatalogue,
  evolve: (catalogue, event) =>
    evolveCatalogue(catalogue, event as unknown as CatalogueEvent & { recordedAt: number }),
};

export const inventoryStreamKind: StreamKind<Inventory> = {
  kind: "inventory",
  foldVersion: 1,
  initial: initialInventory,
  evolve: (inventory, event) => evolveInventory(inventory, event as unknown as InventoryEvent),
};

export const settingsStreamKind: StreamKind<Settings> = {
  kind: "settings",
  foldVersion: 3,
  initial: initialSettings,
  evolve: (settings, event) => evolveSettings(settings, event as unknown as SettingsChanged),
};

export const proposalStreamKind: StreamKind<Proposals> = {
  kind: "proposals",
  foldVersion: 1,
  initial: initialProposals,
  evolve: (proposals, event) =>
    evolveProposals(proposals, event as unknown as ProposalEvent & { recordedAt: number }),
};

/** What is done to the service itself has nothing to fold. */
export const systemStreamKind: StreamKind<null> = {
  kind: "system",
  foldVersion: 1,
  initial: null,
  evolve: () => null,
};

/** Every kind of stream that this program can fold. */
export const streamKinds: readonly StreamKind<unknown>[] = [
  playerStreamKind,
  coinflipStreamKind,
  depositStreamKind,
  bankStreamKind,
  haltStreamKind,
  logStreamKind,
  catalogueStreamKind,
  inventoryStreamKind,
  settingsStreamKind,
  proposalStreamKind,
  systemStreamKind,
] as StreamKind<unknown>[];
