import { players } from "#service/features/players/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { responsiblePlayHabit } from "./crowd.ts";
import { ChangedTerms, HouseTermsDesk } from "./house-terms.ts";
import { LimitNotices } from "./limit-notices.ts";
import { responsiblePlayRoutes } from "./routes.ts";

export const responsiblePlay = defineServiceFeature({
  name: "responsible-play",
  create: (core) => ({
    sessions: players.of(core).sessions,
    limitNotices: new LimitNotices(core),
    terms: new HouseTermsDesk(core),
  }),
  jobs: ({ sessions }, core) => [new ChangedTerms(core, () => sessions.endEverybodys())],
  signedIn: (entering, { terms }) => terms.note(entering),
  beforeChange: ({ terms }, { config }) =>
    config.regionHeader === null ? null : async (entering) => void (await terms.note(entering)),
  routes: (app, deps) => responsiblePlayRoutes(app, deps),
  refused: (refused, { limitNotices }) => limitNotices.refused(refused),
  habit: responsiblePlayHabit,
});
