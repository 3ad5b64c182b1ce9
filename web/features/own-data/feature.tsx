import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const ownData = defineFeature({
  name: "own-data",
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/own-data/card.tsx")))],
});
