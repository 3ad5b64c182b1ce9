import { chatLevelMin } from "#domain/features/chat/settings.ts";
import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { chatModerationProjection } from "./moderation.ts";

export const chat: ProjectionFeature = {
  name: "chat",
  readModels: [chatModerationProjection],
  opens: { setting: chatLevelMin, words: "The chat is open to you now.", link: "/chat" },
  besideLog: [
    { table: "chat_rooms" },
    { table: "chat_messages" },
    { table: "chat_reports" },
    { table: "chat_reads" },
  ],
};
