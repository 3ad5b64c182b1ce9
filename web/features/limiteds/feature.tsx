import { valueActText } from "#web/features/limiteds/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const limiteds = defineFeature({
  name: "limiteds",
  routes: [
    {
      path: "/admin/catalogue",
      title: "Catalogue",
      access: "admin",
      page: lazyPage(() => import("#web/features/limiteds/values-page.tsx")),
      console: { order: 80, label: "Catalogue" },
    },
  ],
  fills: [actTexts.fill(valueActText)],
});
