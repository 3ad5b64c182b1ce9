import { defineFeature } from "#web/lib/feature.ts";

/** What the pages of jackpots and crash have in common. */
export const gameRounds = defineFeature({ name: "game-rounds" });
