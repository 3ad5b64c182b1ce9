import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const players = defineFeature({
  name: "players",
  watchers: [lazyPage(() => import("#web/features/players/level-moment.tsx"))],
  accountParts: [{ order: 1, ...lazyPage(() => import("#web/features/players/own-level.tsx")) }],
});
