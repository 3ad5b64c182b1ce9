import type { JackpotProof } from "#domain/features/game-rounds/proof.ts";
import { verifyRound } from "#web/features/game-rounds/verify-round.ts";
import { loadCheck } from "#web/features/jackpots/load-check.ts";
import { gameKinds } from "#web/features/user-games/slots.ts";
import { type PlayedGame, type Proof, proofKind, proofKinds } from "#web/layout/slots/proof-kinds.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { money } from "#web/lib/format.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** Whether the history has what a round of this proof paid. */
const isPlayed = ({ won, winAmount }: PlayedGame, { payout }: JackpotProof): boolean =>
  winAmount === (won ? payout : "0.00");

/** Rounds of jackpots. */
const jackpotProofKind = proofKind<JackpotProof>({
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

/** 100.00 in minor units, and all of a pot in hundredths of a percent. */
const WHOLE = 10_000n;

export const jackpots = defineFeature({
  name: "jackpots",
  fills: [
    proofKinds.fill(jackpotProofKind),
    gameKinds.fill({
      gameType: "jackpot",
      label: "Jackpot",
      page: lazyPage(() => import("#web/features/jackpots/play-card.tsx")),
      watch: lazyPage(() => import("#web/features/jackpots/watch.tsx")),
      pays: (edge) => `The winner of a pot of 100.00 gets ${money(WHOLE - edge)}.`,
      rules: [
        "Every 0.01 you stake is one ticket for the pot. The more tickets you hold, the likelier you are to win.",
        "The countdown starts as soon as there are two players and nobody holds more than 80% of the pot. It is never extended.",
        "When it ends, a public beacon and a secret committed to beforehand draw one ticket. Its owner wins the pot less the edge.",
        "If nobody joins you within ten minutes, your stake is returned.",
      ],
    }),
  ],
});
