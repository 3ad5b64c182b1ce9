import { casinoSections } from "#web/features/house-flips/slots.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const welcome = defineFeature({
  name: "welcome",
  fills: [casinoSections.fill(lazyPage(() => import("#web/features/welcome/first-steps.tsx")))],
});
