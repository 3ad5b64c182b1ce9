import type { EventType, StreamKind } from "../kernel/stream-kind.ts";
import { type Bank, evolveBank, initialBank } from "./bank/bank.ts";
import { evolvePlayer, initialPlayer, type Player, type PlayerEvent } from "./players/player.ts";

/** Every event type this program can read. A process that meets another stops writing. */
export const eventTypes: { readonly [type: string]: EventType } = {
  BankFunded: { schemaVersion: 1, upcasters: [] },
  PlayerRegistered: { schemaVersion: 1, upcasters: [] },
  CoinFlipped: { schemaVersion: 1, upcasters: [] },
  SeedPairRotated: { schemaVersion: 1, upcasters: [] },
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
