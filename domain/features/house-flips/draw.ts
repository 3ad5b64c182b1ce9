import { PAIR_NONCES_MAX, type Side, sideOfDigest } from "../../fairness/st1.ts";
import type { NewEvent } from "../../kernel/event.ts";
import { evolvePlayer, type RegisteredPlayer } from "../players/player.ts";
import { rotation } from "../seed-pairs/rotate.ts";
import type { SeedSource } from "../seed-pairs/seed-source.ts";

/** A coin drawn from a player's pair of seeds. */
export interface Draw {
  readonly result: Side;
  /** The player as of the draw: the pair and the nonce that it used. */
  readonly player: RegisteredPlayer;
  /** The rotation that came first, where the pair had served its thousand games. */
  readonly rotations: readonly NewEvent[];
}

/**
 * Draws a coin for a game against the house. A pair of seeds that has served its thousand games is rotated first,
 * keeping the client seed.
 */
export function drawCoin(
  playerId: string,
  player: RegisteredPlayer,
  { at, seeds }: { readonly at: number; readonly seeds: SeedSource },
): Draw {
  const rotations: NewEvent[] = [];
  let ready = player;
  if (player.nonce >= PAIR_NONCES_MAX) {
    const event = rotation(player, { playerId, clientSeed: player.clientSeed, by: "kept" }, seeds);
    rotations.push(event);
    ready = evolvePlayer(player, { ...event, recordedAt: at }) as RegisteredPlayer;
  }
  const result = sideOfDigest(seeds.digest(ready.serverSeedHash, ready.clientSeed, ready.nonce));
  return { result, player: ready, rotations };
}
