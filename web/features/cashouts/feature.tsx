import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const cashouts = defineFeature({
  name: "cashouts",
  routes: [
    {
      path: "/cashouts",
      title: "Cash-outs",
      access: "player",
      page: lazyPage(() => import("#web/features/cashouts/page.tsx")),
      account: { label: "Cash-outs", order: 25 },
    },
    {
      path: "/admin/cashouts",
      title: "Cash-out Queue",
      access: "admin",
      page: lazyPage(() => import("#web/features/cashouts/review-page.tsx")),
      console: { order: 27, label: "Cash-outs" },
    },
  ],
});
