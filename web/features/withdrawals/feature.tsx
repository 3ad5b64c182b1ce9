import { withdrawalActText } from "#web/features/withdrawals/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const withdrawals = defineFeature({
  name: "withdrawals",
  routes: [
    page("/withdrawals", "player", {
      title: "Withdrawals",
      load: () => import("#web/features/withdrawals/page.tsx"),
      account: { label: "Withdrawals", order: 26 },
    }),
    page("/admin/withdrawals", "admin", {
      title: "Withdrawal Queue",
      load: () => import("#web/features/withdrawals/review-page.tsx"),
      console: { order: 26, label: "Withdrawals" },
    }),
  ],
  fills: [actTexts.fill(withdrawalActText)],
});
