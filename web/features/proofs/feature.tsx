import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const proofs = defineFeature({
  name: "proofs",
  routes: [
    {
      path: "/history",
      title: "History",
      access: "player",
      page: lazyPage(() => import("#web/features/proofs/history-page.tsx")),
      header: { order: 60, label: "History", isFurther: true },
    },
    {
      path: "/games/:id",
      title: "Proof",
      access: "everyone",
      page: lazyPage(() => import("#web/features/proofs/proof-page.tsx")),
    },
  ],
});
