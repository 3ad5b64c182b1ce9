import { defineFeature } from "../../kernel/feature.ts";
import { mailEndpoints } from "./contract.ts";

export const mail = defineFeature({
  name: "mail",
  title: "Mail",
  summary: "Confirmed email addresses, and mails about events.",
  buildsOn: ["roles"],
  endpoints: mailEndpoints,
});
