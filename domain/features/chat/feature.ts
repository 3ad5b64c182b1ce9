import { defineFeature } from "../../kernel/feature.ts";
import { chatEndpoints, moderationEndpoints } from "./contract.ts";
import { chatEvents } from "./events.ts";
import { muteSlice, roomStreamKind } from "./room.ts";
import { chatLevelMin } from "./settings.ts";

/**
 * Messages are rows beside the log, written by the service; `post.ts` decides on them. What moderators do is in the
 * log, without any text: `moderate.ts`.
 */
export const chat = defineFeature({
  name: "chat",
  title: "Chat",
  summary: "What players say to each other, and what moderators do about it.",
  buildsOn: ["contacts", "live", "players", "roles", "settings", "house-flips", "friendships"],
  endpoints: { ...chatEndpoints, ...moderationEndpoints },
  events: chatEvents,
  stateParts: [muteSlice],
  streams: [roomStreamKind],
  settings: [chatLevelMin],
  topics: { signedIn: ["chat"] },
});
