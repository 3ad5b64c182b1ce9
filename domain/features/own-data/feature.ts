import { defineFeature } from "../../kernel/feature.ts";
import { ownDataEndpoints } from "./contract.ts";
import { playerForgotten } from "./events.ts";

export const ownData = defineFeature({
  name: "own-data",
  title: "Own data",
  summary: "What is held about a player, handed out and erased at their wish.",
  buildsOn: ["players", "roles", "second-factors"],
  endpoints: ownDataEndpoints,
  events: [playerForgotten],
});
