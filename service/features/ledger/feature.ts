import { defineServiceFeature } from "#service/features/service-feature.ts";
import { ledgerRoutes } from "./routes.ts";

export const ledger = defineServiceFeature({ name: "ledger", routes: ledgerRoutes });
