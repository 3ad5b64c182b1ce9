import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const payments = defineFeature({
  name: "payments",
  routes: [
    {
      path: "/admin/payments",
      title: "Payments",
      access: "admin",
      page: lazyPage(() => import("#web/features/payments/page.tsx")),
      console: { order: 28, label: "Payments" },
    },
  ],
});
