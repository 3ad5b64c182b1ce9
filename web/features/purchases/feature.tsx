import { listingActs, shopTabs } from "#web/features/listings/slots.ts";
import { paymentSections } from "#web/features/payments/slots.ts";
import { purchaseActText } from "#web/features/purchases/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const purchases = defineFeature({
  name: "purchases",
  routes: [
    {
      path: "/shop/purchases/:id",
      title: "Purchase",
      access: "player",
      page: lazyPage(() => import("#web/features/purchases/purchase-page.tsx")),
    },
    {
      path: "/admin/purchases",
      title: "Purchases",
      access: "admin",
      page: lazyPage(() => import("#web/features/purchases/admin-page.tsx")),
      console: { order: 25, label: "Purchases" },
    },
  ],
  fills: [
    actTexts.fill(purchaseActText),
    paymentSections.fill(lazyPage(() => import("#web/features/purchases/refunds-section.tsx"))),
    listingActs.fill(lazyPage(() => import("#web/features/purchases/buy-button.tsx"))),
    shopTabs.fill({
      value: "purchases",
      label: "Purchases",
      page: lazyPage(() => import("#web/features/purchases/purchases-tab.tsx")),
    }),
    shopTabs.fill({
      value: "analytics",
      label: "Analytics",
      page: lazyPage(() => import("#web/features/purchases/analytics-tab.tsx")),
    }),
  ],
});
