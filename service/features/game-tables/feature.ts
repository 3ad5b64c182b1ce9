import { defineServiceFeature } from "#service/features/service-feature.ts";
import { createSealer } from "#service/keys/seal.ts";
import { ChainMaker } from "./chains.ts";

export const gameTables = defineServiceFeature({
  name: "game-tables",
  create: ({ config: { masterKeys, logId } }) => ({
    chains: new ChainMaker(createSealer({ keys: masterKeys }), logId),
  }),
});
