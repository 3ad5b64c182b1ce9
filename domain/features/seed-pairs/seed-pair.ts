import type { ClientSeedOrigin } from "../../fairness/client-seed.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { playerRegistered } from "../players/events.ts";
import { seedPairRotated } from "./events.ts";

/** The pair of seeds that a player's games are drawn from. */
export interface SeedPair {
  /** Number of the pair in use, from 1. */
  readonly pair: number;
  readonly serverSeedHash: string;
  readonly nextServerSeedHash: string;
  readonly clientSeed: string;
  readonly clientSeedBy: ClientSeedOrigin;
  /** The next nonce to be used. */
  readonly nonce: number;
}

/** The pair in use. Features whose games draw from it add a handler for each event that uses a nonce. */
export const seedPair = playerSlice<SeedPair>({
  name: "seed-pair",
  version: 1,
  initial: {
    pair: 0,
    serverSeedHash: "",
    nextServerSeedHash: "",
    clientSeed: "",
    clientSeedBy: "server",
    nonce: 0,
  },
  on: [
    on(playerRegistered, (_, first) => ({ ...first, nonce: 0 })),
    on(seedPairRotated, (_, { current }) => ({ ...current, nonce: 0 })),
  ],
  secrets: ({ serverSeedHash, nextServerSeedHash }) => [serverSeedHash, nextServerSeedHash],
});

/** Follows a game that was drawn from the pair. Field by field: this happens with every bet. */
export const withNonceUsed = (pair: SeedPair, { nonce }: { readonly nonce: number }): SeedPair => ({
  pair: pair.pair,
  serverSeedHash: pair.serverSeedHash,
  nextServerSeedHash: pair.nextServerSeedHash,
  clientSeed: pair.clientSeed,
  clientSeedBy: pair.clientSeedBy,
  nonce: nonce + 1,
});
