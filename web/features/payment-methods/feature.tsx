import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const paymentMethods = defineFeature({
  name: "payment-methods",
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/payment-methods/methods-card.tsx")))],
});
