import { defineFeature, page } from "#web/lib/feature.ts";

export const leaderboard = defineFeature({
  name: "leaderboard",
  routes: [
    page("/leaderboard", "everyone", {
      title: "Leaderboard",
      load: () => import("#web/features/leaderboard/page.tsx"),
      header: { order: 40, label: "Leaderboard", isFurther: true },
    }),
  ],
});
