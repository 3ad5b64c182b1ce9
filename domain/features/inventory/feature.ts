import { defineFeature } from "../../kernel/feature.ts";
import { inventoryEndpoints } from "./contract.ts";
import { inventoryEvents } from "./events.ts";
import { inventoryStreamKind } from "./inventory.ts";

export const inventory = defineFeature({
  name: "inventory",
  title: "Inventory",
  summary: "A player's items, as the platform shows them.",
  buildsOn: ["players", "roles", "limiteds"],
  endpoints: inventoryEndpoints,
  events: inventoryEvents,
  streams: [inventoryStreamKind],
});
