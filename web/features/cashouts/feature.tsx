import { defineFeature, page } from "#web/lib/feature.ts";

export const cashouts = defineFeature({
  name: "cashouts",
  routes: [
    page("/cashouts", "player", {
      title: "Cash-outs",
      load: () => import("#web/features/cashouts/page.tsx"),
      account: { label: "Cash-outs", order: 25 },
    }),
    page("/admin/cashouts", "admin", {
      title: "Cash-out Queue",
      load: () => import("#web/features/cashouts/review-page.tsx"),
      console: { order: 27, label: "Cash-outs" },
    }),
  ],
});
