import { friendIdsOf } from "#projections/features/friendships/lists.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { friendListRoutes, friendRequestRoutes, partRoutes } from "./routes.ts";

export const friendships = defineServiceFeature({
  name: "friendships",
  routes: (app, deps) => {
    friendListRoutes(app, deps);
    friendRequestRoutes(app, deps);
    partRoutes(app, deps);
  },
  friends: () => ({ of: (playerId, models) => friendIdsOf(models, playerId) }),
});
