import { secondAdminSections } from "#web/features/proposals/slots.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const proposals = defineFeature({
  name: "proposals",
  routes: [
    page("/admin/proposals", "admin", {
      title: "Needs a Second Admin",
      load: () => import("#web/features/proposals/page.tsx"),
      sections: secondAdminSections,
      console: { order: 30, label: "Second admin" },
    }),
  ],
});
