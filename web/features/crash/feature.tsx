import type { CrashProof } from "#domain/features/game-rounds/proof.ts";
import { loadCheck } from "#web/features/crash/prove/load-check.ts";
import { verifyRound } from "#web/features/game-rounds/verify-round.ts";
import { gameKinds } from "#web/features/user-games/slots.ts";
import { type PlayedGame, type Proof, proofKind, proofKinds } from "#web/layout/slots/proof-kinds.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { percent } from "#web/lib/format.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** Whether the proof has a bet that was paid as the history says. */
const isPlayed = ({ betAmount, winAmount }: PlayedGame, { bets }: CrashProof): boolean =>
  bets.some((bet) => bet.betAmount === betAmount && bet.winAmount === winAmount);

/** Rounds of crash. */
const crashProofKind = proofKind<CrashProof>({
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

/** All of a stake in hundredths of a percent. */
const WHOLE = 10_000n;

export const crash = defineFeature({
  name: "crash",
  fills: [
    proofKinds.fill(crashProofKind),
    gameKinds.fill({
      gameType: "crash",
      label: "Crash",
      page: lazyPage(() => import("#web/features/crash/play-card.tsx")),
      watch: lazyPage(() => import("#web/features/crash/watch.tsx")),
      pays: (edge) =>
        `A bet of 100.00 cashed out at 2.00× pays 200.00; ${percent((WHOLE - edge) / 2n)} of all rounds get there.`,
      rules: [
        "The first bet opens a round. Bets are taken for at least 8 seconds, one per player.",
        "The curve starts at 1.00× and grows ever faster: 2× after 11.6 seconds, 10× after 38.4. It breaks at a point decided by a public beacon and a secret committed to beforehand.",
        "Cash out before it breaks to get your bet times the multiplier. What counts is when your cash-out reaches our server, not when you press: a slow connection is your risk. At exactly the point it still pays.",
        "An auto cash-out pays exactly its multiplier when the curve gets there, even if your connection is lost.",
        "At the forced cash-out everyone is cashed out: the house's cap for the round goes no further. It is shown, and never falls while the curve runs.",
        "If the server is unavailable for two seconds, bets without an auto cash-out are cashed out at the last multiplier shown, or returned.",
      ],
    }),
  ],
});
