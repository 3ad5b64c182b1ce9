import { defineFeature } from "../../kernel/feature.ts";
import { chatEndpoints, moderationEndpoints } from "./contract.ts";
import { chatEvents } from "./events.ts";
import { muteSlice, roomStreamKind } from "./room.ts";
import { chatLevelMin } from "./settings.ts";

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
