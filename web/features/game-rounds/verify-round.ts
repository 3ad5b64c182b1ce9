import type { RoundCheck } from "#domain/features/game-rounds/check-proof.ts";
import type { RoundProof } from "#domain/features/game-rounds/proof.ts";
import type { ReceiptPorts } from "#domain/ledger/receipt.ts";
import { OTHER_GAME, type PlayedGame, type ProofVerdict, WRONG_STEP } from "#web/layout/slots/proof-kinds.ts";
import { call } from "#web/lib/api/api.ts";

/** Checks a proof. Loaded on demand: curve and rules are large. */
export type CheckRound<P extends RoundProof> = (proof: P, ports: ReceiptPorts) => Promise<RoundCheck>;

/**
 * Checks the round of a game of the history.
 * @param isPlayed whether the proof has such a bet, paid so
 */
export async function verifyRound<P extends RoundProof>(
  { game, proof, isPlayed }: { readonly game: PlayedGame; readonly proof: P; readonly isPlayed: boolean },
  load: () => Promise<CheckRound<P>>,
  crypto: Omit<ReceiptPorts, "keys">,
): Promise<ProofVerdict> {
  const isSame = game.id === proof.id && game.gameType === proof.gameType && game.currency === proof.currency;
  if (!isSame || !isPlayed) return { status: "mismatch", problem: OTHER_GAME };
  const [{ keys }, check] = await Promise.all([call("GET /ledger/keys"), load()]);
  const { isVerified } = await check(proof, { ...crypto, keys });
  return isVerified ? { status: "verified" } : { status: "mismatch", problem: WRONG_STEP };
}
