import { defineServiceFeature } from "#service/features/service-feature.ts";
import { botFlipHabit } from "./crowd.ts";
import { botFlipRoutes } from "./routes.ts";

export const botFlips = defineServiceFeature({
  name: "bot-flips",
  routes: botFlipRoutes,
  habit: botFlipHabit,
});
