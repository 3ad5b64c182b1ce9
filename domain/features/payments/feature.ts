import { defineFeature } from "../../kernel/feature.ts";
import { paymentEndpoints } from "./contract.ts";
import { paymentsDiffered } from "./events.ts";

export const payments = defineFeature({
  name: "payments",
  title: "Payments",
  summary: "What payment providers say of the payments that were begun there.",
  buildsOn: [],
  endpoints: paymentEndpoints,
  events: [paymentsDiffered],
});
