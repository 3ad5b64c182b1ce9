import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const inventory = defineFeature({
  name: "inventory",
  routes: [
    {
      path: "/my-limiteds",
      title: "My Roblox Limiteds",
      access: "player",
      page: lazyPage(() => import("#web/features/inventory/page.tsx")),
    },
    {
      path: "/my-limiteds",
      title: "Demo: Roblox Limiteds",
      access: "visitor",
      page: lazyPage(() => import("#web/features/inventory/demo-page.tsx")),
    },
  ],
});
