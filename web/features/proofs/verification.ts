import type { GameCrypto, PlayedGame, ProofKind, ProofVerdict } from "#web/layout/slots/proof-kinds.ts";
import { call, errorText } from "#web/lib/api/api.ts";

/** What is known of a game in one's history. */
export type Verification =
  | ProofVerdict
  | { readonly status: "idle" }
  | { readonly status: "checking" }
  /** Nothing was found out. */
  | { readonly status: "failed"; readonly problem: string };

const NOT_CHECKED = "The proof could not be checked.";
export const UNKNOWN_SCHEME = "This page does not know the scheme of this proof.";

/** What a check is made with. */
export interface Checker {
  readonly kinds: readonly ProofKind[];
  readonly crypto: GameCrypto;
}

/**
 * Checks one game of the history: its proof must be about that game, and must hold.
 * @example const { status } = await verifyGame(game, { kinds, crypto: webCrypto }) // "verified"
 */
export async function verifyGame(game: PlayedGame, { kinds, crypto }: Checker): Promise<Verification> {
  try {
    const proof = await call("GET /games/{id}/proof", { params: { id: game.id } });
    for (const kind of kinds) {
      const verdict = kind.verify(game, proof, crypto);
      if (verdict !== null) return await verdict;
    }
    return { status: "failed", problem: UNKNOWN_SCHEME };
  } catch (error) {
    return { status: "failed", problem: errorText(error, NOT_CHECKED) };
  }
}
