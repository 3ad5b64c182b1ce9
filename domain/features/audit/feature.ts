import { defineFeature } from "../../kernel/feature.ts";
import { auditEndpoints } from "./contract.ts";

export const audit = defineFeature({
  name: "audit",
  title: "Audit",
  summary: "The log, players and money as admins see them.",
  buildsOn: ["ledger", "players", "roles", "house-flips"],
  endpoints: auditEndpoints,
});
