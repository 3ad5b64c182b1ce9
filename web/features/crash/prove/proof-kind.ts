import type { CrashProof } from "#domain/features/game-rounds/proof.ts";
import { loadCheck } from "#web/features/crash/prove/load-check.ts";
import { verifyRound } from "#web/features/game-rounds/verify-round.ts";
import { type PlayedGame, type Proof, proofKind } from "#web/layout/slots/proof-kinds.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** Whether the proof has a bet that was paid as the history says. */
const isPlayed = ({ betAmount, winAmount }: PlayedGame, { bets }: CrashProof): boolean =>
  bets.some((bet) => bet.betAmount === betAmount && bet.winAmount === winAmount);

/** Rounds of crash. */
export const crashProofKind = proofKind<CrashProof>({
  is: (proof: Proof): proof is CrashProof => proof.scheme === "rt1|crash",
  heading: {
    title: "Proof of a crash round",
    description: "Everything this round was made of. Anyone with the link can check it.",
  },
  page: lazyPage(() => import("#web/features/crash/prove/proof-view.tsx")),
  isFinal: ({ endedAt }) => endedAt !== null,
  verify: (game, proof, crypto) =>
    verifyRound({ game, proof, isPlayed: isPlayed(game, proof) }, loadCheck, crypto),
});
