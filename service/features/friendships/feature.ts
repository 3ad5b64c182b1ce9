import { friendIdsOf } from "#projections/features/friendships/lists.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { friendshipHabit } from "./crowd.ts";
import { Presence } from "./presence.ts";
import { friendListRoutes, friendRequestRoutes, partRoutes } from "./routes.ts";

/** The feature's own services. */
export interface FriendshipServices {
  readonly presence: Presence;
}

export const friendships = defineServiceFeature({
  name: "friendships",
  routes: (app, deps) => {
    friendListRoutes(app, deps);
    friendRequestRoutes(app, deps);
    partRoutes(app, deps);
  },
  create: (core: Core): FriendshipServices => ({ presence: new Presence(core) }),
  habit: friendshipHabit,
  jobs: ({ presence }) => [presence],
  friends: () => ({ of: (playerId, models) => friendIdsOf(models, playerId) }),
  personal: [
    { table: "presence_days", player: "player_id", shown: ["day"] },
    { table: "presence_leases", player: "player_id", shown: ["until"] },
  ],
});
