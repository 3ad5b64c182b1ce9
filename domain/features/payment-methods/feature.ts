import { defineFeature } from "../../kernel/feature.ts";
import { paymentMethodEndpoints } from "./contract.ts";

/** How players like to pay: a preference, from which no money moves. Providers are in the service's integrations. */
export const paymentMethods = defineFeature({
  name: "payment-methods",
  title: "Payment methods",
  summary: "How a player likes to pay and to be paid.",
  buildsOn: ["mail"],
  endpoints: paymentMethodEndpoints,
});
