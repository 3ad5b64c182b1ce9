import { defineServiceFeature } from "#service/features/service-feature.ts";
import { contactRoutes } from "./routes.ts";

export const contacts = defineServiceFeature({ name: "contacts", routes: contactRoutes });
