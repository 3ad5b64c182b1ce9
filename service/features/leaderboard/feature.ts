import { defineServiceFeature } from "#service/features/service-feature.ts";
import { leaderboardRoutes } from "./routes.ts";

export const leaderboard = defineServiceFeature({ name: "leaderboard", routes: leaderboardRoutes });
