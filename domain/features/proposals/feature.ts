import { defineFeature } from "../../kernel/feature.ts";
import { type Acts, type ActsAs, proposalEndpointsOf } from "./contract.ts";
import { proposalEvents } from "./events.ts";
import { proposalStreamKind } from "./proposals.ts";

/** @param acts what of all features may need two admins */
export const proposals = <const A extends Acts>(acts: ActsAs<A>) =>
  defineFeature({
    name: "proposals",
    title: "Proposals",
    summary: "What needs two admins: one proposes, another confirms.",
    buildsOn: ["players", "roles", "settings"],
    endpoints: proposalEndpointsOf(acts),
    events: proposalEvents,
    streams: [proposalStreamKind],
  });
