import type { St1Crypto } from "#domain/fairness/st1.ts";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { checkFlip, flipProofOf } from "#web/features/seed-pairs/check-flip.ts";
import { errorText } from "#web/lib/api.ts";

/** What is known of a game in one's history. */
export type Verification =
  | { readonly status: "idle" }
  | { readonly status: "checking" }
  | { readonly status: "unrevealed" }
  | { readonly status: "verified" }
  /** The proof does not hold, or is not of the game that the history tells about. */
  | { readonly status: "mismatch"; readonly problem: string }
  /** Nothing was found out. */
  | { readonly status: "failed"; readonly problem: string };

export const OTHER_GAME = "The proof is not about the game in your history: side or result differ.";
const NOT_CHECKED = "The proof could not be checked.";

const isSameGame = (game: GameHistoryEntry, proof: FlipProof): boolean =>
  game.id === proof.id &&
  game.position === proof.position &&
  game.betSide === proof.side &&
  game.result === proof.result &&
  game.won === proof.won;

/**
 * Checks one game of the history: its proof must be about that game, and must hold.
 * @example const { status } = await verifyGame(game, webCrypto) // "verified"
 */
export async function verifyGame(game: GameHistoryEntry, crypto: St1Crypto): Promise<Verification> {
  try {
    const proof = await flipProofOf(game.id);
    if (!isSameGame(game, proof)) return { status: "mismatch", problem: OTHER_GAME };
    const check = await checkFlip(proof, crypto);
    return check.status === "mismatch"
      ? { status: "mismatch", problem: check.problem }
      : { status: check.status };
  } catch (error) {
    return { status: "failed", problem: errorText(error, NOT_CHECKED) };
  }
}
