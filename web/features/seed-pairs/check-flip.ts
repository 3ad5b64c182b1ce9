import { recomputeSt1, type Side, type St1Crypto } from "#domain/fairness/st1.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { call } from "#web/lib/api/api.ts";

/** What recomputing a flip gave, in the terms of its proof. */
export interface Recomputed {
  /** SHA-256 of the server seed. */
  readonly commitment: string;
  /** HMAC-SHA-256 of client seed and nonce under the server seed. */
  readonly digest: string;
  readonly result: Side;
}

/** What checking a proof found. */
export type FlipCheck =
  | { readonly status: "unrevealed" }
  | { readonly status: "verified"; readonly recomputed: Recomputed }
  | { readonly status: "mismatch"; readonly recomputed: Recomputed; readonly problem: string };

export const WRONG_SEED =
  "The server seed does not give the commitment that was shown before the game. It is not the seed that was promised.";
export const WRONG_RESULT = "The seeds and the nonce do not give the result that was paid.";
export const WRONG_OUTCOME = "The result and the side that was called do not give the outcome that was paid.";

/**
 * Recomputes a flip from its proof and compares all that it claims.
 * @example const check = await checkFlip(proof, webCrypto); if (check.status === "mismatch") alarm(check.problem);
 */
export async function checkFlip(proof: FlipProof, crypto: St1Crypto): Promise<FlipCheck> {
  const { serverSeed, clientSeed, nonce } = proof;
  if (serverSeed === null) return { status: "unrevealed" };
  const { commitment, digest, result } = await recomputeSt1({ serverSeed, clientSeed, nonce }, crypto);
  const recomputed = { commitment: toHex(commitment), digest: toHex(digest), result };
  const problem = problemOf(proof, recomputed);
  return problem === null ? { status: "verified", recomputed } : { status: "mismatch", recomputed, problem };
}

function problemOf(proof: FlipProof, recomputed: Recomputed): string | null {
  if (recomputed.commitment !== proof.serverSeedHash) return WRONG_SEED;
  if (recomputed.result !== proof.result) return WRONG_RESULT;
  if (proof.won !== (proof.side === proof.result)) return WRONG_OUTCOME;
  return null;
}

const DRAWN_FROM_PAIRS: readonly string[] = ["coinflip", "coinflip_vs_bot", "user_coinflip"];

/** Whether a game of a history was drawn from its player's own pair of seeds: any flip against the house or its bot. */
export const isOfPair = ({ gameType }: { readonly gameType: string }): boolean =>
  DRAWN_FROM_PAIRS.includes(gameType);

/** The proof of a flip against the house. Throws for a game of another kind, which is checked in another way. */
export async function flipProofOf(id: string): Promise<FlipProof> {
  const proof = await call("GET /games/{id}/proof", { params: { id } });
  if (proof.scheme !== "st1") throw new Error("This game was not a flip against the house.");
  return proof;
}
