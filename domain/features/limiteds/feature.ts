import { defineFeature } from "../../kernel/feature.ts";
import { valueActs } from "./acts.ts";
import { catalogueStreamKind } from "./catalogue.ts";
import { limitedEndpoints } from "./contract.ts";
import { catalogueEvents } from "./events.ts";

export const limiteds = defineFeature({
  name: "limiteds",
  title: "Limited items",
  summary: "The catalogue of items and what each counts for.",
  buildsOn: ["roles"],
  endpoints: limitedEndpoints,
  acts: valueActs,
  events: catalogueEvents,
  streams: [catalogueStreamKind],
});
