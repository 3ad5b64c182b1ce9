import { profileSections } from "#web/layout/slots/profile-parts.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const listings = defineFeature({
  name: "listings",
  routes: [
    page("/shop", "player", {
      title: "Shop",
      load: () => import("#web/features/listings/page.tsx"),
      header: { order: 15, label: "Shop" },
    }),
    page("/shop", "visitor", {
      title: "Shop",
      load: () => import("#web/features/listings/signed-out-page.tsx"),
    }),
    page("/shop/items/:id", "player", {
      title: "Prices of an item",
      load: () => import("#web/features/listings/browse/item-page.tsx"),
    }),
    page("/admin/shop", "admin", {
      title: "Shop",
      load: () => import("#web/features/listings/moderate/categories-page.tsx"),
      console: { order: 85, label: "Shop" },
    }),
  ],
  fills: [profileSections.fill(lazyPage(() => import("#web/features/listings/browse/seller-card.tsx")))],
});
