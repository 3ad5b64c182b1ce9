import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const revenue = defineFeature({
  name: "revenue",
  routes: [
    {
      path: "/admin/house",
      title: "House",
      access: "admin",
      page: lazyPage(() => import("#web/features/revenue/page.tsx")),
      console: { order: 70, label: "House" },
    },
  ],
});
