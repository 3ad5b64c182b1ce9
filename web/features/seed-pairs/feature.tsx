import { defineFeature, page } from "#web/lib/feature.ts";

export const seedPairs = defineFeature({
  name: "seed-pairs",
  routes: [
    page("/fairness", "everyone", {
      title: "Fairness",
      load: () => import("#web/features/seed-pairs/page.tsx"),
      header: { order: 50, label: "Fairness", isFurther: true },
      footer: { order: 50, label: "Fairness" },
    }),
  ],
});
