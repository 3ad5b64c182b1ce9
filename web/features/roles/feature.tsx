import { roleActText } from "#web/features/roles/act-text.ts";
import { SuspensionBanner } from "#web/features/roles/suspension.tsx";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const roles = defineFeature({
  name: "roles",
  routes: [
    {
      path: "/admin/roles",
      title: "Roles",
      access: "admin",
      page: lazyPage(() => import("#web/features/roles/holders-page.tsx")),
      console: { order: 110, label: "Roles" },
    },
    {
      path: "/admin/reads",
      title: "Access Log",
      access: "admin",
      page: lazyPage(() => import("#web/features/roles/reads-page.tsx")),
      console: { order: 120, label: "Access log" },
    },
  ],
  banners: [{ order: 20, View: SuspensionBanner }],
  fills: [actTexts.fill(roleActText)],
});
