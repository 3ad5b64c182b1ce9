import { beacon } from "#service/features/beacon/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { proofRoutes } from "./routes.ts";

export const proofs = defineServiceFeature({
  name: "proofs",
  create: (core) => beacon.of(core),
  routes: proofRoutes,
});
