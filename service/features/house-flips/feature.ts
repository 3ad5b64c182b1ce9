import { defineServiceFeature } from "#service/features/service-feature.ts";
import { houseFlipHabit } from "./crowd.ts";
import { houseFlipRoutes } from "./routes.ts";

export const houseFlips = defineServiceFeature({
  name: "house-flips",
  routes: houseFlipRoutes,
  habit: houseFlipHabit,
});
