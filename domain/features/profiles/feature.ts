import { defineFeature } from "../../kernel/feature.ts";
import { profileEndpoints } from "./contract.ts";

export const profiles = defineFeature({
  name: "profiles",
  title: "Profiles",
  summary: "What players show of themselves, and to whom.",
  buildsOn: ["players", "house-flips", "activities"],
  endpoints: profileEndpoints,
});
