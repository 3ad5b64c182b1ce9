import { defineServiceFeature } from "#service/features/service-feature.ts";
import { userCoinflipHabit } from "./crowd.ts";
import { userCoinflipRoutes } from "./routes.ts";

export const userCoinflips = defineServiceFeature({
  name: "user-coinflips",
  routes: userCoinflipRoutes,
  habit: userCoinflipHabit,
});
