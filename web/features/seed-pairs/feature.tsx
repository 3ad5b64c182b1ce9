import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const seedPairs = defineFeature({
  name: "seed-pairs",
  routes: [
    {
      path: "/fairness",
      title: "Fairness",
      access: "everyone",
      page: lazyPage(() => import("#web/features/seed-pairs/page.tsx")),
      header: { order: 50, label: "Fairness", isFurther: true },
      footer: { order: 50, label: "Fairness" },
    },
  ],
});
