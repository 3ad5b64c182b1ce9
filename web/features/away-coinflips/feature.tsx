import { casinoSections } from "#web/features/house-flips/slots.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const awayCoinflips = defineFeature({
  name: "away-coinflips",
  fills: [casinoSections.fill(lazyPage(() => import("#web/features/away-coinflips/panel.tsx")))],
});
