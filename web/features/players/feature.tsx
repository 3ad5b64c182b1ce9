import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const players = defineFeature({
  name: "players",
  accountParts: [{ order: 1, ...lazyPage(() => import("#web/features/players/own-level.tsx")) }],
});
