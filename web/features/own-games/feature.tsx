import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const ownGames = defineFeature({
  name: "own-games",
  routes: [
    {
      path: "/stats",
      title: "Statistics",
      access: "player",
      page: lazyPage(() => import("#web/features/own-games/page.tsx")),
      account: { label: "Statistics", order: 15 },
    },
  ],
});
