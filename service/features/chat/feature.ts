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
});
