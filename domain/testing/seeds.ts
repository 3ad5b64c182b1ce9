import type { SeedSource } from "../fairness/seed-source.ts";
import type { Side } from "../fairness/st1.ts";

/** Bytes whose top bit shows a face, as a digest of scheme st1 does. */
const DIGEST_OF: { readonly [side in Side]: Uint8Array } = {
  rbx: Uint8Array.of(0x80),
  tix: Uint8Array.of(0x7f),
};

/** The text behind a commitment of `standInSeeds`. */
export const seedBehind = (commitment: string): string => `seed behind ${commitment}`;

/** What `standInSeeds` commits to for a pair. */
export const commitmentOf = (pair: number): string => `commitment ${pair}`;

/** What `standInSeeds` commits to for a game. */
export const commitmentOfGame = (gameId: string): string => `commitment of ${gameId}`;

/**
 * Seeds that need no cryptography: the coin falls as `results` says.
 * @example standInSeeds(() => "rbx").digest("commitment 1", "mine", 0)[0] // 0x80
 */
export function standInSeeds(results: (nonce: number, clientSeed: string) => Side): SeedSource {
  return {
    digest: (_commitment, clientSeed, nonce) => DIGEST_OF[results(nonce, clientSeed)],
    reveal: seedBehind,
    fresh: commitmentOf,
    forGame: commitmentOfGame,
  };
}
