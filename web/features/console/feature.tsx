import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const adminConsole = defineFeature({
  name: "console",
  routes: [
    page("/admin", "admin", {
      title: "Overview",
      load: () => import("#web/features/console/overview-page.tsx"),
      console: { order: 10, label: "Overview" },
    }),
  ],
  consoleTools: [{ order: 10, ...lazyPage(() => import("#web/features/console/search.tsx")) }],
});
