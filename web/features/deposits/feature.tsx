import { debtActText } from "#web/features/deposits/act-text.ts";
import { secondAdminSections } from "#web/features/proposals/slots.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const deposits = defineFeature({
  name: "deposits",
  routes: [
    page("/deposits", "player", {
      title: "Deposits",
      load: () => import("#web/features/deposits/page.tsx"),
      header: { order: 30, label: "Deposits" },
    }),
    page("/admin/review", "admin", {
      title: "Review Queue",
      load: () => import("#web/features/deposits/review/review-page.tsx"),
      console: { order: 20, label: "Review" },
    }),
  ],
  fills: [
    actTexts.fill(debtActText),
    secondAdminSections.fill(
      lazyPage(() => import("#web/features/deposits/review/second-approvals-card.tsx")),
    ),
  ],
});
