import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const preferences = defineFeature({
  name: "preferences",
  routes: [
    page("/settings", "player", {
      title: "Settings",
      load: () => import("#web/features/preferences/page.tsx"),
      sections: settingsSections,
      account: { label: "Settings", order: 20 },
    }),
  ],
});
