import { flipKind } from "#web/features/proofs/flip-kind.ts";
import { proofKinds } from "#web/layout/slots/proof-kinds.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const proofs = defineFeature({
  name: "proofs",
  fills: [proofKinds.fill(flipKind)],
  routes: [
    page("/history", "player", {
      title: "History",
      load: () => import("#web/features/proofs/history-page.tsx"),
      header: { order: 60, label: "History", isFurther: true },
    }),
    page("/fairness/calculator", "everyone", {
      title: "Calculator",
      load: () => import("#web/features/proofs/calculator-page.tsx"),
    }),
    page("/games/:id", "everyone", {
      title: "Proof",
      load: () => import("#web/features/proofs/proof-page.tsx"),
    }),
  ],
});
