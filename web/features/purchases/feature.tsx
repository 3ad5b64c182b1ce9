import { listingActs, listingDialogs, shopTabs } from "#web/features/listings/slots.ts";
import { paymentSections } from "#web/features/payments/slots.ts";
import { purchaseActText } from "#web/features/purchases/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const purchases = defineFeature({
  name: "purchases",
  routes: [
    page("/shop/purchases/:id", "player", {
      title: "Purchase",
      load: () => import("#web/features/purchases/purchase-page.tsx"),
    }),
    page("/admin/purchases", "admin", {
      title: "Purchases",
      load: () => import("#web/features/purchases/admin-page.tsx"),
      console: { order: 25, label: "Purchases" },
    }),
  ],
  fills: [
    actTexts.fill(purchaseActText),
    paymentSections.fill(lazyPage(() => import("#web/features/purchases/refunds-section.tsx"))),
    listingActs.fill(lazyPage(() => import("#web/features/purchases/buy-button.tsx"))),
    listingDialogs.fill(lazyPage(() => import("#web/features/purchases/buying.tsx"))),
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
