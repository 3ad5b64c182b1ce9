import { defineFeature } from "../../kernel/feature.ts";
import { responsiblePlayEndpoints } from "./contract.ts";
import { responsiblePlayEvents } from "./events.ts";
import { responsiblePlayOf } from "./play.ts";

export const responsiblePlay = defineFeature({
  name: "responsible-play",
  title: "Responsible play",
  summary: "Limits, breaks and reality checks that players set for their own play.",
  buildsOn: ["players"],
  endpoints: responsiblePlayEndpoints,
  events: responsiblePlayEvents,
  stateParts: [responsiblePlayOf],
});
