import { defineFeature, page } from "#web/lib/feature.ts";

export const ownGames = defineFeature({
  name: "own-games",
  routes: [
    page("/stats", "player", {
      title: "Statistics",
      load: () => import("#web/features/own-games/page.tsx"),
      account: { label: "Statistics", order: 15 },
    }),
  ],
});
