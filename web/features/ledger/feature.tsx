import { defineFeature, page } from "#web/lib/feature.ts";

export const ledger = defineFeature({
  name: "ledger",
  routes: [
    page("/ledger", "everyone", {
      title: "Ledger",
      load: () => import("#web/features/ledger/page.tsx"),
      header: { order: 70, label: "Ledger", isFurther: true },
      footer: { order: 40, label: "Ledger" },
    }),
  ],
});
