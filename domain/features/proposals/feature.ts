import { defineFeature } from "../../kernel/feature.ts";
import { proposalEndpoints } from "./contract.ts";
import { proposalEvents } from "./events.ts";
import { proposalStreamKind } from "./proposals.ts";

export const proposals = defineFeature({
  name: "proposals",
  title: "Proposals",
  summary: "What needs two admins: one proposes, another confirms.",
  buildsOn: ["roles", "settings", "halts", "limiteds", "deposits"],
  endpoints: proposalEndpoints,
  events: proposalEvents,
  streams: [proposalStreamKind],
});
