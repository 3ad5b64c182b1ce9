import { responsibleGamingSections } from "#web/layout/slots/responsible-gaming-sections.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const info = defineFeature({
  name: "info",
  routes: [
    page("/game-info", "everyone", {
      title: "Game Info",
      load: () => import("#web/features/info/game-info-page.tsx"),
      footer: { order: 10, label: "Game Info" },
    }),
    page("/support", "everyone", {
      title: "Support",
      load: () => import("#web/features/info/support-page.tsx"),
      footer: { order: 20, label: "Support" },
    }),
    page("/responsible-gaming", "everyone", {
      title: "Responsible Gaming",
      load: () => import("#web/features/info/responsible-gaming-page.tsx"),
      sections: responsibleGamingSections,
      footer: { order: 30, label: "Responsible Gaming" },
      account: { order: 40, label: "Take a break" },
    }),
  ],
});
