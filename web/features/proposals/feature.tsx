import { secondAdminSections } from "#web/features/proposals/slots.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const proposals = defineFeature({
  name: "proposals",
  routes: [
    {
      path: "/admin/proposals",
      title: "Needs a Second Admin",
      access: "admin",
      page: lazyPage(() => import("#web/features/proposals/page.tsx")),
      sections: secondAdminSections,
      console: { order: 30, label: "Second admin" },
    },
  ],
});
