import { defineFeature } from "../../kernel/feature.ts";
import { contactEndpoints } from "./contract.ts";

export const contacts = defineFeature({
  name: "contacts",
  title: "Contacts",
  summary: "How to reach support.",
  buildsOn: [],
  endpoints: contactEndpoints,
});
