import { defineFeature } from "../../kernel/feature.ts";
import { hashChainAnnounced } from "./events.ts";

/** What decides rounds, below them: a table's chain of hashes, and the beacon that is fixed before it is known. */
export const gameTables = defineFeature({
  name: "game-tables",
  title: "Tables of player-made games",
  summary: "Hash chains and beacon rounds that decide the rounds of a game in one currency.",
  buildsOn: ["seed-pairs"],
  events: [hashChainAnnounced],
});
