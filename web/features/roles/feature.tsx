import { roleActText } from "#web/features/roles/act-text.ts";
import { SuspensionBanner } from "#web/features/roles/suspension.tsx";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

export const roles = defineFeature({
  name: "roles",
  routes: [
    page("/admin/roles", "admin", {
      title: "Roles",
      load: () => import("#web/features/roles/holders-page.tsx"),
      console: { order: 110, label: "Roles" },
    }),
    page("/admin/reads", "admin", {
      title: "Access Log",
      load: () => import("#web/features/roles/reads-page.tsx"),
      console: { order: 120, label: "Access log" },
    }),
  ],
  banners: [{ order: 20, View: SuspensionBanner }],
  fills: [actTexts.fill(roleActText)],
});
