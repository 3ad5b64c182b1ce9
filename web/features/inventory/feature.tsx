import { defineFeature, page } from "#web/lib/feature.ts";

export const inventory = defineFeature({
  name: "inventory",
  routes: [
    page("/my-limiteds", "player", {
      title: "My Roblox Limiteds",
      load: () => import("#web/features/inventory/page.tsx"),
    }),
    page("/my-limiteds", "visitor", {
      title: "Demo: Roblox Limiteds",
      load: () => import("#web/features/inventory/demo-page.tsx"),
    }),
  ],
});
