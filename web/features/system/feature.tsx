import { defineFeature, page } from "#web/lib/feature.ts";

export const system = defineFeature({
  name: "system",
  routes: [
    page("/admin/system", "admin", {
      title: "System",
      load: () => import("#web/features/system/page.tsx"),
      console: { order: 100, label: "System" },
    }),
  ],
});
