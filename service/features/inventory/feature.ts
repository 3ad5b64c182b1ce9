import { limiteds } from "#service/features/limiteds/feature.ts";
import { players } from "#service/features/players/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { inventoryHabit } from "./crowd.ts";
import { inventoryRoutes } from "./routes.ts";

export const inventory = defineServiceFeature({
  name: "inventory",
  create: (core) => ({
    gateway: limiteds.of(core).gateway,
    platformTokens: players.of(core).platformTokens,
    hearers: [],
  }),
  routes: inventoryRoutes,
  habit: inventoryHabit,
});
