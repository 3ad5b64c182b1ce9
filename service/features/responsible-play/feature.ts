import { players } from "#service/features/players/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { AgeChecks } from "./age-checks.ts";
import { responsiblePlayHabit } from "./crowd.ts";
import { HouseTermsDesk, TermsInForce } from "./house-terms.ts";
import { LimitNotices } from "./limit-notices.ts";
import { responsiblePlayRoutes } from "./routes.ts";

export const responsiblePlay = defineServiceFeature({
  name: "responsible-play",
  create: (core) => {
    const { sessions } = players.of(core);
    const inForce = new TermsInForce(core, () => sessions.endEverybodys());
    return {
      sessions,
      limitNotices: new LimitNotices(core),
      inForce,
      terms: new HouseTermsDesk(core, inForce),
      ageChecks: new AgeChecks(core),
    };
  },
  jobs: ({ inForce, ageChecks }) => [inForce, ...(ageChecks.looking === null ? [] : [ageChecks.looking])],
  signedIn: (entering, { terms }) => terms.note(entering),
  beforeChange: ({ terms }, { config }) =>
    config.regionHeader === null ? null : async (entering) => void (await terms.note(entering)),
  routes: (app, deps) => responsiblePlayRoutes(app, deps),
  refused: (refused, { limitNotices }) => limitNotices.refused(refused),
  habit: responsiblePlayHabit,
  personal: [
    {
      table: "age_checks",
      player: "player_id",
      shown: ["reference", "begun_at", "outcome"],
      erase: ["delete from age_checks where player_id = $1"],
    },
  ],
});
