import { defineServiceFeature } from "#service/features/service-feature.ts";
import { createSealer } from "#service/keys/seal.ts";
import { seedPairHabit } from "./crowd.ts";
import { rewrapSeeds } from "./rewrap-seeds.ts";
import { seedPairRoutes } from "./routes.ts";
import { sealedSeeds } from "./sealed-seeds.ts";
import { Vault } from "./vault.ts";

/** A player's stream needs two seeds, a game's one. */
const SEEDS_PER_STREAM = 3;

export const seedPairs = defineServiceFeature({
  name: "seed-pairs",
  routes: seedPairRoutes,
  habit: seedPairHabit,
  sideTable: sealedSeeds,
  secrets: ({ streamsMax, ...options }) => new Vault({ ...options, max: streamsMax * SEEDS_PER_STREAM }),
  reseal: async (db, { masterKeys, logId }) =>
    `${await rewrapSeeds(db, createSealer({ keys: masterKeys }), logId)} seeds`,
});
