import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const preferences = defineFeature({
  name: "preferences",
  routes: [
    {
      path: "/settings",
      title: "Settings",
      access: "player",
      page: lazyPage(() => import("#web/features/preferences/page.tsx")),
      sections: settingsSections,
      account: { label: "Settings", order: 20 },
    },
  ],
});
