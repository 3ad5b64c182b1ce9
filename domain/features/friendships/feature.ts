import { defineFeature } from "../../kernel/feature.ts";
import { friendshipEndpoints } from "./contract.ts";
import { friendshipEvents } from "./events.ts";
import { friendshipKind, friendsKind, requestKind } from "./streams.ts";

export const friendships = defineFeature({
  name: "friendships",
  title: "Friends",
  summary: "Friendships, friend requests and blocks.",
  buildsOn: ["live", "players", "roles"],
  endpoints: friendshipEndpoints,
  events: friendshipEvents,
  streams: [friendshipKind, friendsKind, requestKind],
});
