import { defineFeature } from "../../kernel/feature.ts";
import { secondFactorEndpoints } from "./contract.ts";
import { secondFactorEvents } from "./events.ts";
import { factorsKind } from "./factors.ts";

export const secondFactors = defineFeature({
  name: "second-factors",
  title: "Second factors",
  summary: "Passkeys, authenticator apps and recovery codes that confirm sensitive calls.",
  buildsOn: ["players", "roles"],
  endpoints: secondFactorEndpoints,
  events: secondFactorEvents,
  streams: [factorsKind],
});
