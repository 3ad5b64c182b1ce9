import { defineFeature, page } from "#web/lib/feature.ts";

export const revenue = defineFeature({
  name: "revenue",
  routes: [
    page("/admin/house", "admin", {
      title: "House",
      load: () => import("#web/features/revenue/page.tsx"),
      console: { order: 70, label: "House" },
    }),
  ],
});
