import { profileSections } from "#web/layout/slots/profile-parts.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const listings = defineFeature({
  name: "listings",
  routes: [
    {
      path: "/shop",
      title: "Shop",
      access: "player",
      page: lazyPage(() => import("#web/features/listings/page.tsx")),
      header: { order: 15, label: "Shop" },
    },
    {
      path: "/shop",
      title: "Shop",
      access: "visitor",
      page: lazyPage(() => import("#web/features/listings/signed-out-page.tsx")),
    },
    {
      path: "/shop/items/:id",
      title: "Prices of an item",
      access: "player",
      page: lazyPage(() => import("#web/features/listings/browse/item-page.tsx")),
    },
    {
      path: "/admin/shop",
      title: "Shop",
      access: "admin",
      page: lazyPage(() => import("#web/features/listings/moderate/categories-page.tsx")),
      console: { order: 85, label: "Shop" },
    },
  ],
  fills: [profileSections.fill(lazyPage(() => import("#web/features/listings/browse/seller-card.tsx")))],
});
