import { transitActText } from "#web/features/transits/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const transits = defineFeature({
  name: "transits",
  routes: [
    page("/admin/transits", "admin", {
      title: "Transits",
      load: () => import("#web/features/transits/page.tsx"),
      console: { order: 72, label: "Logs" },
    }),
  ],
  fills: [actTexts.fill(transitActText)],
});
