import { defineServiceFeature } from "#service/features/service-feature.ts";
import { proposalRoutes } from "./routes.ts";

export const proposals = defineServiceFeature({ name: "proposals", routes: proposalRoutes });
