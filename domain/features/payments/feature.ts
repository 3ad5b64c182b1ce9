import { defineFeature } from "../../kernel/feature.ts";
import { paymentEndpoints } from "./contract.ts";
import { paymentsDiffered } from "./events.ts";

/** Webhooks of providers, and payments as admins see them; what a payment moves is in the feature that it is for. */
export const payments = defineFeature({
  name: "payments",
  title: "Payments",
  summary: "What payment providers say of the payments that were begun there.",
  buildsOn: [],
  endpoints: paymentEndpoints,
  events: [paymentsDiffered],
});
