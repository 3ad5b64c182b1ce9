import { settingsActText } from "#web/features/settings/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const settings = defineFeature({
  name: "settings",
  routes: [
    page("/admin/settings", "admin", {
      title: "Settings",
      load: () => import("#web/features/settings/page.tsx"),
      console: { order: 90, label: "Settings" },
    }),
  ],
  fills: [actTexts.fill(settingsActText)],
});
