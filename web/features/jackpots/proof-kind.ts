import type { JackpotProof } from "#domain/features/game-rounds/proof.ts";
import { verifyRound } from "#web/features/game-rounds/verify-round.ts";
import { loadCheck } from "#web/features/jackpots/load-check.ts";
import { type PlayedGame, type Proof, proofKind } from "#web/layout/slots/proof-kinds.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** Whether the history has what a round of this proof paid. */
const isPlayed = ({ won, winAmount }: PlayedGame, { payout }: JackpotProof): boolean =>
  winAmount === (won ? payout : "0.00");

/** Rounds of jackpots. */
export const jackpotProofKind = proofKind<JackpotProof>({
  is: (proof: Proof): proof is JackpotProof => proof.scheme === "rt1|jackpot",
  heading: {
    title: "Proof of a jackpot",
    description: "Everything this round was made of. Anyone with the link can check it.",
  },
  page: lazyPage(() => import("#web/features/jackpots/proof-view.tsx")),
  isFinal: ({ endedAt }) => endedAt !== null,
  verify: (game, proof, crypto) =>
    verifyRound({ game, proof, isPlayed: isPlayed(game, proof) }, loadCheck, crypto),
});
