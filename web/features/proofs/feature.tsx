import { flipKind } from "#web/features/proofs/flip-kind.ts";
import { proofKinds } from "#web/layout/slots/proof-kinds.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const proofs = defineFeature({
  name: "proofs",
  fills: [proofKinds.fill(flipKind)],
  routes: [
    {
      path: "/history",
      title: "History",
      access: "player",
      page: lazyPage(() => import("#web/features/proofs/history-page.tsx")),
      header: { order: 60, label: "History", isFurther: true },
    },
    {
      path: "/fairness/calculator",
      title: "Calculator",
      access: "everyone",
      page: lazyPage(() => import("#web/features/proofs/calculator-page.tsx")),
    },
    {
      path: "/games/:id",
      title: "Proof",
      access: "everyone",
      page: lazyPage(() => import("#web/features/proofs/proof-page.tsx")),
    },
  ],
});
