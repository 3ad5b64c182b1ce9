import { responsibleGamingSections } from "#web/layout/slots/responsible-gaming-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const info = defineFeature({
  name: "info",
  routes: [
    {
      path: "/game-info",
      title: "Game Info",
      access: "everyone",
      page: lazyPage(() => import("#web/features/info/game-info-page.tsx")),
      footer: { order: 10, label: "Game Info" },
    },
    {
      path: "/support",
      title: "Support",
      access: "everyone",
      page: lazyPage(() => import("#web/features/info/support-page.tsx")),
      footer: { order: 20, label: "Support" },
    },
    {
      path: "/responsible-gaming",
      title: "Responsible Gaming",
      access: "everyone",
      page: lazyPage(() => import("#web/features/info/responsible-gaming-page.tsx")),
      sections: responsibleGamingSections,
      footer: { order: 30, label: "Responsible Gaming" },
      account: { order: 40, label: "Take a break" },
    },
  ],
});
