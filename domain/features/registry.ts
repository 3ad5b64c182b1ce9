import type { EventDefinition } from "../kernel/event-definition.ts";
import type { DomainFeature } from "../kernel/feature.ts";
import type { StreamKind } from "../kernel/stream-kind.ts";
import { logStreamKind, writerRecovered } from "../ledger/recovery.ts";
import { features } from "./all.ts";
import { type Bank, evolveBank, initialBank } from "./bank/bank.ts";
import { type Deposit, evolveDeposit, initialDeposit } from "./deposits/deposit.ts";
import { evolveStakingStatus, initialStakingStatus, type StakingStatus } from "./halts/halt.ts";
import { evolveInventory, type Inventory, initialInventory } from "./inventory/inventory.ts";
import { type Catalogue, emptyCatalogue, evolveCatalogue } from "./limiteds/catalogue.ts";
import {
  type Coinflip,
  coinflipSecrets,
  evolveCoinflip,
  initialCoinflip,
} from "./live-coinflips/coinflip.ts";
import { playerStreamKindOf, refusalOfStakerOf, type SlicePart } from "./players/player-slice.ts";
import { evolveProposals, initialProposals, type Proposals } from "./proposals/proposals.ts";
import { evolveSettings, initialSettings, type Settings } from "./settings/settings.ts";

const definitions: readonly EventDefinition[] = [
  writerRecovered,
  ...features.flatMap((feature: DomainFeature) => feature.events ?? []),
];

/** Every event type this program can read. A process that meets another stops writing. */
export const eventTypes: { readonly [type: string]: EventDefinition } = Object.fromEntries(
  definitions.map((definition) => [definition.type, definition]),
);

const stateParts = features.flatMap((feature): readonly SlicePart[] =>
  "stateParts" in feature ? feature.stateParts : [],
);

export const playerStreamKind = playerStreamKindOf(stateParts);

/** Why a player cannot stake anything at the moment; null when there is nothing against it. */
export const refusalOfStaker = refusalOfStakerOf(stateParts);

export const coinflipStreamKind: StreamKind<Coinflip> = {
  kind: "coinflip",
  foldVersion: 2,
  initial: initialCoinflip,
  evolve: evolveCoinflip,
  secrets: coinflipSecrets,
};

export const depositStreamKind: StreamKind<Deposit> = {
  kind: "deposit",
  foldVersion: 2,
  initial: initialDeposit,
  evolve: evolveDeposit,
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
  evolve: evolveCatalogue,
};

export const inventoryStreamKind: StreamKind<Inventory> = {
  kind: "inventory",
  foldVersion: 1,
  initial: initialInventory,
  evolve: evolveInventory,
};

export const settingsStreamKind: StreamKind<Settings> = {
  kind: "settings",
  foldVersion: 3,
  initial: initialSettings,
  evolve: evolveSettings,
};

export const proposalStreamKind: StreamKind<Proposals> = {
  kind: "proposals",
  foldVersion: 1,
  initial: initialProposals,
  evolve: evolveProposals,
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
