import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const spectator = defineFeature({
  name: "spectator",
  routes: [
    {
      path: "/spectator",
      title: "Spectator",
      access: "player",
      page: lazyPage(() => import("#web/features/spectator/page.tsx")),
    },
  ],
});
