import { defineFeature, page } from "#web/lib/feature.ts";

export const payments = defineFeature({
  name: "payments",
  routes: [
    page("/admin/payments", "admin", {
      title: "Payments",
      load: () => import("#web/features/payments/page.tsx"),
      console: { order: 28, label: "Payments" },
    }),
  ],
});
