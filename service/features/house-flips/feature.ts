import { defineServiceFeature } from "#service/features/service-feature.ts";
import { houseFlipsCheck } from "./checks.ts";
import { houseFlipHabit } from "./crowd.ts";
import { houseFlipRoutes } from "./routes.ts";

export const houseFlips = defineServiceFeature({
  name: "house-flips",
  check: houseFlipsCheck,
  routes: houseFlipRoutes,
  habit: houseFlipHabit,
});
