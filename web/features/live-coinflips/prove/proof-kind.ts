import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { OTHER_GAME, type Proof, proofKind, WRONG_STEP } from "#web/layout/slots/proof-kinds.ts";
import { call } from "#web/lib/api/api.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** Coinflips between players. */
export const coinflipKind = proofKind<CoinflipProof>({
  is: (proof: Proof): proof is CoinflipProof => proof.scheme === "rt1|pvp",
  heading: {
    title: "Proof of a flip",
    description: "Everything this flip was made of. Anyone with the link can check it.",
  },
  page: lazyPage(() => import("#web/features/live-coinflips/prove/pvp-proof.tsx")),
  isFinal: ({ status }) => status === "settled",
  verify: async (game, proof, crypto) => {
    const isSame = proof.id === game.id && proof.result === game.result;
    if (!isSame || game.won !== (game.betSide === game.result))
      return { status: "mismatch", problem: OTHER_GAME };
    const [{ keys }, { checkPvp, isVerified }] = await Promise.all([
      call("GET /ledger/keys"),
      import("#web/features/live-coinflips/prove/check-flip.ts"),
    ]);
    const check = await checkPvp(proof, { ...crypto, keys });
    return isVerified(check) ? { status: "verified" } : { status: "mismatch", problem: WRONG_STEP };
  },
});
