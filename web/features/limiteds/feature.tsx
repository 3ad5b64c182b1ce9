import { valueActText } from "#web/features/limiteds/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const limiteds = defineFeature({
  name: "limiteds",
  routes: [
    page("/admin/catalogue", "admin", {
      title: "Catalogue",
      load: () => import("#web/features/limiteds/values-page.tsx"),
      console: { order: 80, label: "Catalogue" },
    }),
  ],
  fills: [actTexts.fill(valueActText)],
});
