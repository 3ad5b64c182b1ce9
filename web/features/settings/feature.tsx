import { settingsActText } from "#web/features/settings/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const settings = defineFeature({
  name: "settings",
  routes: [
    {
      path: "/admin/settings",
      title: "Settings",
      access: "admin",
      page: lazyPage(() => import("#web/features/settings/page.tsx")),
      console: { order: 90, label: "Settings" },
    },
  ],
  fills: [actTexts.fill(settingsActText)],
});
