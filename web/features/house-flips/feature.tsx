import { casinoSections } from "#web/features/house-flips/slots.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const houseFlips = defineFeature({
  name: "house-flips",
  routes: [
    page("/", "player", {
      title: "Casino",
      load: () => import("#web/features/house-flips/page.tsx"),
      sections: casinoSections,
      header: { order: 10, label: "Casino" },
    }),
  ],
});
