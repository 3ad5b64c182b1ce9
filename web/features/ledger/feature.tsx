import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const ledger = defineFeature({
  name: "ledger",
  routes: [
    {
      path: "/ledger",
      title: "Ledger",
      access: "everyone",
      page: lazyPage(() => import("#web/features/ledger/page.tsx")),
      header: { order: 70, label: "Ledger", isFurther: true },
      footer: { order: 40, label: "Ledger" },
    },
  ],
});
