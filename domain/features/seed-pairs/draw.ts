import type { SeedSource } from "../../fairness/seed-source.ts";
import { PAIR_NONCES_MAX, type Side, sideOfDigest } from "../../fairness/st1.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { RegisteredPlayer } from "../../player/player.ts";
import { rotation } from "./rotate.ts";
import { type SeedPair, seedPair } from "./seed-pair.ts";

/** A coin drawn from a player's pair of seeds. */
export interface Draw {
  readonly result: Side;
  /** The pair and the nonce that the draw used. */
  readonly drawnFrom: SeedPair;
  /** The rotation that came first, where the pair had served its thousand games. */
  readonly rotations: readonly NewEvent[];
}

/** Draws a coin against the house. A pair that served its thousand games is rotated first, keeping the client seed. */
export function drawCoin(playerId: string, player: RegisteredPlayer, seeds: SeedSource): Draw {
  const rotations: NewEvent[] = [];
  let drawnFrom = seedPair.of(player);
  if (drawnFrom.nonce >= PAIR_NONCES_MAX) {
    const event = rotation(drawnFrom, { playerId, clientSeed: drawnFrom.clientSeed, by: "kept" }, seeds);
    rotations.push(event);
    drawnFrom = { ...event.payload.current, nonce: 0 };
  }
  const { serverSeedHash, clientSeed, nonce } = drawnFrom;
  const result = sideOfDigest(seeds.digest(serverSeedHash, clientSeed, nonce));
  return { result, drawnFrom, rotations };
}
