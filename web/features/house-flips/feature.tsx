import { casinoSections } from "#web/features/house-flips/slots.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const houseFlips = defineFeature({
  name: "house-flips",
  routes: [
    {
      path: "/",
      title: "Casino",
      access: "player",
      page: lazyPage(() => import("#web/features/house-flips/page.tsx")),
      sections: casinoSections,
      header: { order: 10, label: "Casino" },
    },
  ],
});
