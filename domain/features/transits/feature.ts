import { defineFeature } from "../../kernel/feature.ts";
import { transitStreamKind } from "../../ledger/transit/transit.ts";
import {
  thingGone,
  thingGoneKnown,
  thingGoneTold,
  transitArrived,
  transitClosed,
  transitLeft,
} from "../../ledger/transit/transit-events.ts";
import { transitActs } from "./acts.ts";
import { transitEndpoints } from "./contract.ts";

export const transits = defineFeature({
  name: "transits",
  title: "Transits",
  summary: "Assets on their way between the logs of a site that has several.",
  buildsOn: ["roles", "bank", "inventory", "deposits"],
  endpoints: transitEndpoints,
  acts: transitActs,
  events: [transitLeft, transitArrived, transitClosed, thingGone, thingGoneKnown, thingGoneTold],
  streams: [transitStreamKind],
});
