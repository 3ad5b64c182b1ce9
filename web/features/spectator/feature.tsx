import { defineFeature, page } from "#web/lib/feature.ts";

export const spectator = defineFeature({
  name: "spectator",
  routes: [
    page("/spectator", "player", {
      title: "Spectator",
      load: () => import("#web/features/spectator/page.tsx"),
    }),
  ],
});
