import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { OTHER_GAME, type PlayedGame, type Proof, proofKind } from "#web/layout/slots/proof-kinds.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

const isSameGame = (game: PlayedGame, proof: FlipProof): boolean =>
  game.id === proof.id &&
  game.position === proof.position &&
  game.betSide === proof.side &&
  game.result === proof.result &&
  game.won === proof.won;

/** Flips that are drawn from their player's pair of seeds. */
export const flipKind = proofKind<FlipProof>({
  is: (proof: Proof): proof is FlipProof => proof.scheme === "st1",
  heading: {
    title: "Proof of a flip",
    description: "Everything this flip was made of. Anyone with the link can check it.",
  },
  page: lazyPage(() => import("#web/features/proofs/flip-view.tsx")),
  isFinal: ({ serverSeed }) => serverSeed !== null,
  verify: async (game, proof, crypto) => {
    if (!isSameGame(game, proof)) return { status: "mismatch", problem: OTHER_GAME };
    const { checkFlip } = await import("#web/features/seed-pairs/check-flip.ts");
    const check = await checkFlip(proof, crypto);
    if (check.status === "mismatch") return { status: "mismatch", problem: check.problem };
    return { status: check.status };
  },
});
