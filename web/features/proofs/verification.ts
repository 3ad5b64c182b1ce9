import type { St1Crypto } from "#domain/fairness/st1.ts";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import type { ReceiptPorts } from "#domain/ledger/receipt.ts";
import { checkFlip, flipProofOf, isOfPair } from "#web/features/seed-pairs/check-flip.ts";
import { call, errorText } from "#web/lib/api.ts";

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
export const WRONG_STEP = "At least one step from seed, players and beacon to the result does not hold.";
const NOT_CHECKED = "The proof could not be checked.";

const isSameGame = (game: GameHistoryEntry, proof: FlipProof): boolean =>
  game.id === proof.id &&
  game.position === proof.position &&
  game.betSide === proof.side &&
  game.result === proof.result &&
  game.won === proof.won;

/** The browser's cryptography, as far as games of any kind need it. */
type GameCrypto = St1Crypto & Pick<ReceiptPorts, "sha256" | "verifyEd25519">;

/** Checks a game between players, whose proof names both sides. */
async function verifyBetweenPlayers(game: GameHistoryEntry, crypto: GameCrypto): Promise<Verification> {
  const [proof, { keys }, { checkPvp, isVerified }] = await Promise.all([
    call("GET /games/{id}/proof", { params: { id: game.id } }),
    call("GET /ledger/keys"),
    import("#web/features/live-coinflips/check-flip.ts"),
  ]);
  const isSame = proof.id === game.id && proof.scheme !== "st1" && proof.result === game.result;
  if (!isSame || game.won !== (game.betSide === game.result))
    return { status: "mismatch", problem: OTHER_GAME };
  const check = await checkPvp(proof, { ...crypto, keys });
  return isVerified(check) ? { status: "verified" } : { status: "mismatch", problem: WRONG_STEP };
}

/**
 * Checks one game of the history: its proof must be about that game, and must hold.
 * @example const { status } = await verifyGame(game, webCrypto) // "verified"
 */
export async function verifyGame(game: GameHistoryEntry, crypto: GameCrypto): Promise<Verification> {
  try {
    if (!isOfPair(game)) return await verifyBetweenPlayers(game, crypto);
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
