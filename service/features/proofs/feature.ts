import { beacon } from "#service/features/beacon/feature.ts";
import { gameRounds } from "#service/features/game-rounds/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { proofPreview } from "./preview.ts";
import { proofRoutes } from "./routes.ts";

export const proofs = defineServiceFeature({
  name: "proofs",
  create: (core) => {
    const { kinds, clock } = gameRounds.of(core);
    return { ...beacon.of(core), kinds, clock };
  },
  routes: proofRoutes,
  preview: proofPreview,
});
