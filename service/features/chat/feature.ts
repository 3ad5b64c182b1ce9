import { defineServiceFeature } from "#service/features/service-feature.ts";
import { chatHabit } from "./crowd.ts";
import { moderationRoutes } from "./moderation-routes.ts";
import { chatRoutes, readingRoutes } from "./routes.ts";
import { createChat } from "./services.ts";

export const chat = defineServiceFeature({
  name: "chat",
  create: createChat,
  routes: (app, deps) => {
    chatRoutes(app, deps);
    readingRoutes(app, deps);
    moderationRoutes(app, deps);
  },
  jobs: ({ feed, wins }) => [feed, wins],
  habit: chatHabit,
  appended: (events, { feed }) => feed.appended(events),
  personal: [
    {
      table: "chat_messages",
      player: "player_id",
      shown: ["room_id", "seq", "id", "type", "text", "reply_to", "created_at", "edited_at", "deleted_at"],
      // The trigger `identities_forget_chat` erases the messages; this only notifies the room's readers.
      erase: ["update chat_rooms set version = version + 1"],
    },
    {
      table: "chat_reports",
      player: "reporter_id",
      shown: ["id", "message_id", "reason", "created_at"],
    },
    { table: "chat_reads", player: "player_id", shown: ["room_id", "seq"] },
  ],
});
