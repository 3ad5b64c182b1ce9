import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const leaderboard = defineFeature({
  name: "leaderboard",
  routes: [
    {
      path: "/leaderboard",
      title: "Leaderboard",
      access: "everyone",
      page: lazyPage(() => import("#web/features/leaderboard/page.tsx")),
      header: { order: 40, label: "Leaderboard", isFurther: true },
    },
  ],
});
