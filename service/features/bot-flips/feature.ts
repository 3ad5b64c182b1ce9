import { defineServiceFeature } from "#service/features/service-feature.ts";
import { botFlipsCheck } from "./checks.ts";
import { botFlipHabit } from "./crowd.ts";
import { botFlipRoutes } from "./routes.ts";

export const botFlips = defineServiceFeature({
  name: "bot-flips",
  check: botFlipsCheck,
  routes: botFlipRoutes,
  habit: botFlipHabit,
});
