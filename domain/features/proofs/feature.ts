import { defineFeature } from "../../kernel/feature.ts";
import { proofEndpoints } from "./contract.ts";

export const proofs = defineFeature({
  name: "proofs",
  title: "Proofs",
  summary: "All that recomputing a game needs.",
  buildsOn: [
    "ledger",
    "beacon",
    "players",
    "seed-pairs",
    "inventory",
    "house-flips",
    "own-games",
    "game-rounds",
    "live-coinflips",
  ],
  endpoints: proofEndpoints,
});
