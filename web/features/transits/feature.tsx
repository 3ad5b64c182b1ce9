import { transitActText } from "#web/features/transits/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const transits = defineFeature({
  name: "transits",
  routes: [
    {
      path: "/admin/transits",
      title: "Transits",
      access: "admin",
      page: lazyPage(() => import("#web/features/transits/page.tsx")),
      console: { order: 72, label: "Logs" },
    },
  ],
  fills: [actTexts.fill(transitActText)],
});
