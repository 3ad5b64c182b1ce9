import { defineServiceFeature } from "#service/features/service-feature.ts";
import { auditRoutes } from "./routes.ts";

export const audit = defineServiceFeature({ name: "audit", routes: auditRoutes });
