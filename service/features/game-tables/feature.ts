import { defineServiceFeature } from "#service/features/service-feature.ts";
import { createSealer } from "#service/keys/seal.ts";
import { ChainMaker } from "./chains.ts";

export const gameTables = defineServiceFeature({
  name: "game-tables",
  create: ({ config }) => ({ chains: new ChainMaker(createSealer({ keys: config.masterKeys })) }),
});
