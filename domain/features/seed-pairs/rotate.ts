import type { SeedSource } from "../../fairness/seed-source.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Player } from "../../player/player.ts";
import { CLIENT_SEED_PATTERN, type RotateAnswer } from "./contract.ts";
import { type SeedPairRotated, seedPairRotated } from "./events.ts";
import { type SeedPair, seedPair } from "./seed-pair.ts";

export interface RotateSeedPair {
  readonly playerId: string;
  readonly clientSeed: string;
}

/** The event that ends a player's pair and begins the one announced; `by` says who chose the client seed. */
export function rotation(
  ending: SeedPair,
  next: { readonly playerId: string; readonly clientSeed: string; readonly by: "player" | "kept" },
  seeds: SeedSource,
): SeedPairRotated {
  return seedPairRotated(next.playerId, {
    revealed: {
      pair: ending.pair,
      serverSeed: seeds.reveal(ending.serverSeedHash),
      serverSeedHash: ending.serverSeedHash,
      clientSeed: ending.clientSeed,
      nonces: ending.nonce,
    },
    current: {
      pair: ending.pair + 1,
      serverSeedHash: ending.nextServerSeedHash,
      nextServerSeedHash: seeds.fresh(ending.pair + 2),
      clientSeed: next.clientSeed,
      clientSeedBy: next.by,
    },
  });
}

/** Reveals the player's server seed and begins the next pair with a client seed of the player's own. */
export function rotateSeedPair(
  command: RotateSeedPair,
  player: Player,
  seeds: SeedSource,
): Decision<RotateAnswer> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  if (!CLIENT_SEED_PATTERN.test(command.clientSeed))
    return refuse("invalid_client_seed", "A client seed is 1 to 64 characters of A-Z, a-z, 0-9, _ and -.");
  const event = rotation(seedPair.of(player), { ...command, by: "player" }, seeds);
  const { pair: _ended, ...revealed } = event.payload.revealed;
  const { pair: _begun, ...current } = event.payload.current;
  return accept([event], { revealed, current: { ...current, nonce: 0 } });
}
