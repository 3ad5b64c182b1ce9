import { defineFeature } from "../../kernel/feature.ts";
import { profileEndpoints } from "./contract.ts";

export const profiles = defineFeature({
  name: "profiles",
  title: "Profiles",
  summary: "Public profiles and their privacy.",
  buildsOn: ["players", "house-flips", "activities"],
  endpoints: profileEndpoints,
});
