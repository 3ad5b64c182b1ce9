import { defineServiceFeature } from "#service/features/service-feature.ts";
import { limitedRoutes } from "./routes.ts";
import { seedCatalogue } from "./seed-limiteds.ts";
import { createLimitedServices } from "./services.ts";

export const limiteds = defineServiceFeature({
  name: "limiteds",
  create: createLimitedServices,
  routes: limitedRoutes,
  sampleData: seedCatalogue,
});
