import { players } from "#service/features/players/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { responsiblePlayHabit } from "./crowd.ts";
import { LimitNotices } from "./limit-notices.ts";
import { responsiblePlayRoutes } from "./routes.ts";

export const responsiblePlay = defineServiceFeature({
  name: "responsible-play",
  create: (core) => ({ sessions: players.of(core).sessions, limitNotices: new LimitNotices(core) }),
  routes: (app, deps) => responsiblePlayRoutes(app, deps),
  refused: (refused, { limitNotices }) => limitNotices.refused(refused),
  habit: responsiblePlayHabit,
});
