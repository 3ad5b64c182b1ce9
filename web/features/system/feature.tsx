import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const system = defineFeature({
  name: "system",
  routes: [
    {
      path: "/admin/system",
      title: "System",
      access: "admin",
      page: lazyPage(() => import("#web/features/system/page.tsx")),
      console: { order: 100, label: "System" },
    },
  ],
});
