import { defineFeature } from "../../kernel/feature.ts";
import { catalogueStreamKind } from "./catalogue.ts";
import { limitedEndpoints } from "./contract.ts";
import { catalogueEvents } from "./events.ts";

export const limiteds = defineFeature({
  name: "limiteds",
  title: "Limited items",
  summary: "The catalogue of items and what each counts for.",
  buildsOn: ["roles", "proposals"],
  endpoints: limitedEndpoints,
  events: catalogueEvents,
  streams: [catalogueStreamKind],
});
