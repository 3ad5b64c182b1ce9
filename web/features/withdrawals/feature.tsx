import { withdrawalActText } from "#web/features/withdrawals/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const withdrawals = defineFeature({
  name: "withdrawals",
  routes: [
    {
      path: "/withdrawals",
      title: "Withdrawals",
      access: "player",
      page: lazyPage(() => import("#web/features/withdrawals/page.tsx")),
      account: { label: "Withdrawals", order: 26 },
    },
    {
      path: "/admin/withdrawals",
      title: "Withdrawal Queue",
      access: "admin",
      page: lazyPage(() => import("#web/features/withdrawals/review-page.tsx")),
      console: { order: 26, label: "Withdrawals" },
    },
  ],
  fills: [actTexts.fill(withdrawalActText)],
});
